import { signOut } from '#contract/calls/profile.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { clearCookies } from '#server/modules/session/service.ts'
import { withdraw } from './service.ts'

export const routes: Served[] = [
  serve(signOut, async ({ body: { agreeYn, password } }, { deps, member: { memberId }, ip, reply }) => {
    const done = await withdraw(deps, { memberId, agreed: agreeYn === 'Y', password, ip })
    clearCookies(reply, deps)
    return done
  }),
]
