import { signOut, signOutCode, signOutInfo } from '#contract/calls/profile.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { sendOwnCode } from '#server/modules/member/ownCode.ts'
import { clearCookies } from '#server/modules/session/service.ts'
import { withdraw, withdrawalInfo } from './service.ts'

export const routes: Served[] = [
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
