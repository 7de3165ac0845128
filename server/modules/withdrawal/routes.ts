import { signOut, signOutCode, signOutInfo } from '#contract/calls/profile.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { sendOwnCode } from '#server/modules/member/ownCode.ts'
import { clearCookies } from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { withdraw, withdrawalInfo, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(signOutInfo, (_, { deps, member }) => withdrawalInfo(deps, member)),

  serve(signOutCode, (_, { deps, member: { memberId }, locale, ip }) =>
    sendOwnCode(deps, { memberId, purpose: 'withdraw' }, { locale, ip }),
  ),

  serve(signOut, async ({ body: { agreeYn, loseYn, password, code } }, { deps, member, ip, reply }) => {
    const result = await withdraw(deps, member, { agreed: agreeYn === 'Y', loses: loseYn === 'Y', password, code }, ip)
    clearCookies(reply, deps)
    return result
  }),
]

export const withdrawalModule = defineModule({ name: 'withdrawal', routes, jobs: JOB_KINDS })
