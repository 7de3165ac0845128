import { myPassList, passName } from '#contract/calls/mypage.ts'
import { myPass } from '#contract/calls/stickyArea.ts'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { JOB_KINDS } from './notices.ts'
import { listPasses, namePass, uidsInGift } from './service.ts'

const routes: Served[] = [
  serve(myPassList, async (_input, { deps, member, locale }) => ({
    list: await listPasses(deps, member.memberId, locale),
  })),

  serve(passName, ({ body: { passUid, name } }, { member: { memberId }, write }) =>
    write((tx) => namePass(tx, { passUid, memberId, name })),
  ),

  serve(myPass, async (_input, { deps, member, locale }) => {
    if (!member) return { loginYn: 'N' as const, pass: null, total: 0 }
    const all = await listPasses(deps, member.memberId, locale)
    const uidsOfGifts = await uidsInGift(deps.db, member.memberId)
    const showable = all
      .filter(
        ({ passUid, medium, state, refundRequestedYn }) =>
          medium === 'mobile' && isLive(state) && refundRequestedYn === 'N' && !uidsOfGifts.has(passUid),
      )
      .toSorted(byUse)
    return { loginYn: 'Y' as const, pass: showable[0] ?? null, total: showable.length }
  }),
]

export const passModule = defineModule({ name: 'pass', routes, jobs: JOB_KINDS })
