import * as cert from '#contract/calls/cert.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { sendOwnCode } from '#server/modules/member/ownCode.ts'
import { isTaken } from '#server/modules/member/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { checkCode, sendCode, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(cert.sendMail, async ({ query, body }, { deps, locale, ip }) => {
    const inBody = body && 'email' in body ? body.email : undefined
    const email = inBody ?? query.email
    if (!email) throw new Refusal('E_INPUT', { fields: [{ field: 'body.email', reason: 'required' }] })
    return sendCode(deps, { email, purpose: 'join' }, locale, ip)
  }),

  serve(cert.check, ({ body: { email, code } }, { deps, ip }) =>
    checkCode(deps, { email, purpose: 'join' }, { code, ip }, (proven) => isTaken(deps.db, proven)),
  ),

  serve(cert.sendOwnMail, ({ body: { purpose } }, { deps, member: { memberId }, locale, ip }) =>
    sendOwnCode(deps, { memberId, purpose }, { locale, ip }),
  ),
]

export const certModule = defineModule({ name: 'cert', routes, jobs: JOB_KINDS })
