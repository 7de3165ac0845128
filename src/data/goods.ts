import type { AttractionDetail, Attraction } from '#contract/calls/attraction.ts'
import type { Data } from '#contract/calls/call.ts'
import type { Goods, GoodsDetail } from '#contract/calls/goodsItem.ts'
import { availability, vacancy } from '#contract/calls/reserve.ts'
import type { GoodsKind } from '#contract/codes.ts'
import { addDays, type Slot, type Stay } from '#contract/rules/goodsChoice.ts'
import { koreanDate } from '#contract/rules/openHours.ts'
import { sharedGoodsItem, sharedGoodsList } from '#sync/mirror/sharedGoods.ts'
import { outcome, type Outcome } from './outcome.ts'
import { createSharedHookById } from './sharedById.ts'
import { withRuntime } from './withRuntime.ts'
export type { Goods, GoodsDetail } from '#contract/calls/goodsItem.ts'

/** Hotels, tours, activities and vouchers: mirrored as visitors open them; what is left of them needs the server. */

/** Returns the goods of a kind, from this phone first. */
export const useGoodsList = createSharedHookById<GoodsKind, { list: (Goods | Attraction)[] }>(({ locale }, kind) =>
  sharedGoodsList(locale(), kind),
)

const isGoods = (each: Goods | Attraction): each is Goods => 'kind' in each

/** Returns all goods, for a search on the phone; fetches the four lists. Empty while they are not known. */
export const useMirroredGoods = (): Goods[] => {
  const lists = [useGoodsList('hotel'), useGoodsList('tour'), useGoodsList('activity'), useGoodsList('voucher')]
  return lists.flatMap(({ data }) => data?.list.filter(isGoods) ?? [])
}

/** Returns one goods item, from this phone first. The server answers an attraction too, which has no `kind`. */
export const useGoodsItem = createSharedHookById<string, GoodsDetail | AttractionDetail>(({ locale }, gdsUid) =>
  sharedGoodsItem(locale(), gdsUid),
)

/** Days that one answer about availability covers; on sale are twice as many (`RESERVE_AHEAD_DAYS`). */
const WINDOW_DAYS = 92

/** Resolves with all nights or departures of an option that are on sale, or its voucher, in the order of their time. */
export const fetchSlots = (gdsDtlUid: string): Promise<Outcome<Slot[]>> =>
  withRuntime(async ({ api, clock }) => {
    const today = koreanDate(clock.now())
    const answers = await Promise.all(
      [today, addDays(today, WINDOW_DAYS)].map((startDate) =>
        api.call(availability, { query: { goodsDtlId: gdsDtlUid, startDate } }),
      ),
    )
    const slots = new Map<string, Slot>()
    for (const answer of answers) {
      if (!answer.ok) return outcome(answer)
      for (const slot of answer.data.list) slots.set(slot.priceSn, slot)
    }
    return { ok: true, data: [...slots.values()] }
  })

export type Vacancies = Data<typeof vacancy>['list']

/** Resolves with the hotels that have a room for a stay. `E_RESERVE_DATE`: these days are not on sale. */
export const fetchVacancies = ({ arrival, departure }: Stay): Promise<Outcome<Vacancies>> =>
  withRuntime(async ({ api }) => {
    const answer = await api.call(vacancy, { query: { startDate: arrival, endDate: departure } })
    return answer.ok ? { ok: true, data: answer.data.list } : outcome(answer)
  })
