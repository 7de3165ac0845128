import { device, deviceNonce } from '#contract/calls/mypage.ts'
import * as phoneLink from '#contract/calls/phoneLink.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { listPasses } from '#server/modules/pass/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { labelOf, setCookies } from '#server/modules/session/service.ts'
import { claimLink, confirmLink, createLink, openLink, readLink } from './phoneLink.ts'
import { makeNonce, showOnPhone, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(deviceNonce, (_input, { deps, member }) => makeNonce(deps, member.memberId)),

  serve(device, async ({ body }, { deps, member, locale, ip, write }) => {
    const deviceUid = await showOnPhone(deps, body, { ...member, ip, write })
    return { deviceUid, list: await listPasses(deps, member.memberId, locale) }
  }),

  serve(phoneLink.create, ({ body: { passUid, password } }, { deps, member, ip, write }) =>
    createLink(deps, member, {
      ip,
      write,
      ...(passUid !== undefined && { passUid: passUid.toLowerCase() }),
      ...(password !== undefined && { password }),
    }),
  ),

  serve(phoneLink.read, ({ params: { id } }, { deps, member }) => readLink(deps, member, id.toLowerCase())),

  serve(phoneLink.confirm, ({ params: { id }, body: { number } }, { deps, member, write }) =>
    confirmLink(deps, member, { id: id.toLowerCase(), number, write }),
  ),

  serve(phoneLink.claim, ({ body: { secret, claim } }, { deps, member, ip, request }) => {
    const label = labelOf(request.headers['user-agent'])
    return claimLink(deps, { secret, claim, memberId: member?.memberId ?? null, label, ip })
  }),

  serve(phoneLink.open, async ({ body: { claim } }, { deps, member, locale, request, reply }) => {
    const label = labelOf(request.headers['user-agent'])
    const { isWaiting, signedIn, passUid } = await openLink(deps, { claim, caller: member, label, locale })
    if (signedIn) setCookies(reply, deps, signedIn)
    return { waitingYn: isWaiting ? ('Y' as const) : ('N' as const), session: signedIn?.session ?? null, passUid }
  }),
]

export const deviceModule = defineModule({ name: 'device', routes, jobs: JOB_KINDS })
