import { useState } from 'react'
import type { GoodsOption } from '#contract/calls/goods.ts'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import {
  boundCount,
  freeCancelUntil,
  lastDeparture,
  offerOf,
  pricesByDate,
  pressDay,
  tiersByDate,
  type Offer,
  type Slot,
} from '#contract/rules/goodsChoice.ts'
import { nightsOf, OPEN, readStay, slotDate, stayPriceSn } from '#contract/rules/priceSn.ts'
import type { GoodsDetail } from '#data/goods.ts'
import { fetchSlots } from '#data/goodsSlots.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { noteOffer } from '../reserve/reserveDraft.ts'
import { useAnswer } from '../useAnswer.ts'
import type { GoodsSearch } from './goodsSearch.ts'

export interface ChoiceProps {
  goods: GoodsDetail
  search: GoodsSearch
  onChange: (search: GoodsSearch, entry: 'replace' | 'push') => void
}

/** What a visitor has chosen of goods, and what they may choose. */
export interface GoodsChoice {
  goods: GoodsDetail
  /** Undefined only for goods without options, which the server does not offer. */
  option: GoodsOption | undefined
  /** Nights or departures on sale; null until they are known. */
  slots: readonly Slot[] | null
  failure: FailedOutcome | null
  busy: boolean
  reload: () => void
  tiers: ReadonlyMap<string, Slot['state']>
  /** Price of each Korean date, KRW; empty where all cost the same. */
  prices: ReadonlyMap<string, number>
  /** Korean date of arrival, or of the departure of a tour. */
  date: string | null
  /** Korean date on which a stay ends. */
  departure: string | null
  /** Last date on which a stay that begins on `date` can end; null without an arrival. */
  lastDate: string | null
  priceSn: string | null
  /** Price and units left of the choice; null while it is incomplete or not on sale. */
  offer: Offer | null
  /** The address names nights or a departure that are not on sale any more. */
  isGone: boolean
  count: number
  countMax: number
  nights: number
  /** KRW for everything; null without an offer. */
  total: number | null
  cancelUntil: number | null
  chooseOption: (gdsDtlUid: string) => void
  pressDate: (date: string) => void
  chooseTime: (priceSn: string) => void
  chooseCount: (count: number) => void
  clear: () => void
  reserve: () => void
}

/** Returns the Korean date that a `priceSn` of the address begins with; null where that is no day. */
const dateOf = (priceSn: string): string | null => {
  const date = slotDate(priceSn)
  return Number.isNaN(koreanDayStart(date)) ? null : date
}

/** Hook: the choice of an option, of its nights or departure and of a count, which the address remembers. */
export const useGoodsChoice = ({ goods, search, onChange }: ChoiceProps): GoodsChoice => {
  const { kind, options } = goods
  const option = options.find(({ gdsDtlUid }) => gdsDtlUid === search.option) ?? options[0]
  const uid = option?.gdsDtlUid ?? ''
  const { answer: slots, failure, busy, reload } = useAnswer(() => fetchSlots(uid), uid)
  /** An arrival without a departure, or a day without a time: not in the address, as it names nothing to reserve. */
  const [pending, setPending] = useState<string | null>(null)
  const isVoucher = kind === 'voucher'
  const wanted = isVoucher ? OPEN : (search.priceSn ?? null)
  const offer = slots && wanted !== null ? offerOf(wanted, slots) : null
  const isGone = slots !== null && wanted !== null && (offer === null || offer.left === 0)
  const stay = pending === null && kind === 'hotel' ? readStay(wanted ?? undefined) : null
  const tiers = tiersByDate(slots ?? [])
  const wantedDate = wanted === null || isVoucher ? null : (stay?.arrival ?? dateOf(wanted))
  const date = pending ?? wantedDate
  const priceSn = pending === null ? wanted : null
  const current = pending === null && !isGone ? offer : null
  const countMax = boundCount(6, current?.left ?? 6)
  const count = boundCount(search.count ?? 1, countMax)
  const total = current && current.unitPrice * count
  const change = (next: GoodsSearch, entry: 'replace' | 'push' = 'replace'): void =>
    onChange({ option: uid, ...(count > 1 && { count }), ...next }, entry)

  const pressDate = (pressed: string): void => {
    if (kind === 'hotel') {
      const next = pressDay({ arrival: date, departure: stay?.departure ?? null }, pressed, tiers)
      if (next.arrival !== null && next.departure !== null) {
        setPending(null)
        change({ priceSn: stayPriceSn({ arrival: next.arrival, departure: next.departure }) })
      } else setPending(next.arrival)
      return
    }
    const free = (slots ?? []).filter((slot) => slotDate(slot.priceSn) === pressed && slot.state !== 'closed')
    const [only] = free
    if (free.length === 1 && only) {
      setPending(null)
      change({ priceSn: only.priceSn })
    } else setPending(pressed)
  }
  return {
    goods,
    option,
    slots,
    failure,
    busy,
    reload,
    tiers,
    prices: pricesByDate(slots ?? []),
    date,
    departure: stay?.departure ?? null,
    lastDate: kind === 'hotel' && date !== null && stay === null ? lastDeparture(date, tiers) : null,
    priceSn,
    offer: current,
    isGone: isGone && pending === null,
    count,
    countMax,
    nights: stay ? nightsOf(stay) : 1,
    total,
    cancelUntil: current && kind !== 'pass' ? freeCancelUntil(kind, current.startsAt) : null,
    chooseOption: (gdsDtlUid) =>
      onChange({ ...search, option: gdsDtlUid, ...(priceSn !== null && !isVoucher && { priceSn }) }, 'replace'),
    pressDate,
    chooseTime: (chosen) => {
      setPending(null)
      change({ priceSn: chosen })
    },
    chooseCount: (next) => onChange({ ...search, option: uid, count: boundCount(next, countMax) }, 'replace'),
    clear: () => {
      setPending(null)
      const { priceSn: _priceSn, ...rest } = search
      onChange(rest, 'replace')
    },
    reserve: () => {
      if (priceSn === null) return
      if (total !== null) noteOffer({ option: uid, priceSn, count }, total)
      change({ step: 'reserve', priceSn, count }, 'push')
    },
  }
}
