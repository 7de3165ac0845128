import { interest, interestDelete } from '#contract/calls/attraction.ts'
import { myAttractionList } from '#contract/calls/mypage.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { requirePlace } from '#server/modules/catalogue/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { withPartChange } from '#server/modules/sync/service.ts'
import { addFavourite, listFavourites, removeFavourite } from './service.ts'

const routes: Served[] = [
  serve(interest, async ({ query: { gdsUid } }, { deps, member, write }) => {
    await requirePlace(deps.db, gdsUid)
    return write((tx) =>
      withPartChange(deps, tx, { memberId: member.memberId, part: 'favourites', keys: [gdsUid] }, async () => {
        const at = await addFavourite(tx, member.memberId, gdsUid, deps.clock())
        return { gdsUid, interestYn: 'Y' as const, at }
      }),
    )
  }),

  // No `requirePlace`: an attraction that left the catalogue can still be removed.
  serve(interestDelete, ({ query: { gdsUid } }, { deps, member, write }) =>
    write((tx) =>
      withPartChange(deps, tx, { memberId: member.memberId, part: 'favourites', keys: [gdsUid] }, async () => {
        await removeFavourite(tx, member.memberId, gdsUid)
        return { gdsUid, interestYn: 'N' as const, at: null }
      }),
    ),
  ),

  serve(myAttractionList, async (_input, { deps, member }) => ({
    list: await listFavourites(deps.db, member.memberId),
  })),
]

export const favouriteModule = defineModule({ name: 'favourite', routes })
