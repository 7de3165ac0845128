import { interest, interestDelete } from '#contract/calls/attraction.ts'
import { myAttractionList } from '#contract/calls/mypage.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { requirePlace } from '#server/modules/catalogue/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { listFavourites, setFavourite } from './service.ts'

const routes: Served[] = [
  serve(interest, async ({ query: { gdsUid } }, { deps, member, write }) => {
    await requirePlace(deps.db, gdsUid)
    return write(async (tx) => {
      await setFavourite(tx, member.memberId, gdsUid, true, deps.clock())
      return { gdsUid, interestYn: 'Y' as const }
    })
  }),

  // No `requirePlace`: an attraction that left the catalogue can still be removed.
  serve(interestDelete, ({ query: { gdsUid } }, { deps, member, write }) =>
    write(async (tx) => {
      await setFavourite(tx, member.memberId, gdsUid, false, deps.clock())
      return { gdsUid, interestYn: 'N' as const }
    }),
  ),

  serve(myAttractionList, async (_input, { deps, member }) => ({
    list: await listFavourites(deps.db, member.memberId),
  })),
]

export const favouriteModule = defineModule({ name: 'favourite', routes })
