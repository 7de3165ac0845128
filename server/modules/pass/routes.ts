import { myPassList } from '#contract/calls/mypage.ts'
import { myPass } from '#contract/calls/stickyArea.ts'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { listPasses } from './service.ts'

export const routes: Served[] = [
  serve(myPassList, async (_input, { deps, member, locale }) => ({
    list: await listPasses(deps, member.memberId, locale),
  })),

  serve(myPass, async (_input, { deps, member, locale }) => {
    if (!member) return { loginYn: 'N' as const, pass: null, total: 0 }
    const all = await listPasses(deps, member.memberId, locale)
    const showable = all.filter(({ medium, state }) => medium === 'mobile' && isLive(state)).toSorted(byUse)
    return { loginYn: 'Y' as const, pass: showable[0] ?? null, total: showable.length }
  }),
]
