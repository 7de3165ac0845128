import * as passkey from '#contract/calls/passkey.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { labelOf, setCookies } from '#server/modules/session/service.ts'
import {
  addOptions,
  addPasskey,
  deletePasskey,
  listOwn,
  renamePasskey,
  signInByPasskey,
  signInOptions,
  JOB_KINDS,
} from './service.ts'

const routes: Served[] = [
  serve(passkey.list, (_input, { deps, member: { memberId } }) => listOwn(deps, memberId)),

  serve(passkey.addOptions, ({ body }, { deps, member: { memberId }, ip, write }) =>
    addOptions(deps, body, { memberId, ip, write }),
  ),

  serve(passkey.add, ({ body }, { deps, member: { memberId }, request, writeAlone }) =>
    addPasskey(deps, body, { memberId, label: labelOf(request.headers['user-agent']), writeAlone }),
  ),

  serve(passkey.rename, ({ body: { passkeyUid, name } }, { member: { memberId }, write }) =>
    write((tx) => renamePasskey(tx, { passkeyUid: passkeyUid.toLowerCase(), memberId }, name)),
  ),

  serve(passkey.remove, ({ body: { passkeyUid, ...typed } }, { deps, member: { memberId }, ip, write }) =>
    deletePasskey(deps, { passkeyUid: passkeyUid.toLowerCase(), ...typed }, { memberId, ip, write }),
  ),

  serve(passkey.signInOptions, (_input, { deps, ip }) => signInOptions(deps, ip)),

  serve(passkey.signIn, async ({ body: { autoLgnYn, ...signed } }, { deps, ip, locale, request, reply }) => {
    const label = labelOf(request.headers['user-agent'])
    const signedIn = await signInByPasskey(deps, { signed, keep: autoLgnYn === 'Y', ip, label, locale })
    setCookies(reply, deps, signedIn)
    return signedIn.session
  }),
]

export const passkeyModule = defineModule({ name: 'passkey', routes, jobs: JOB_KINDS })
