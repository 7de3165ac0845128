import type { GoodsOption, TIERS } from '#contract/calls/goods.ts'
import type { Locale } from '#contract/locales.ts'
import { PRICE_STEP_KRW, priceOn } from '#contract/rules/dayPrice.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { daySlot, slotDate, slotsOf } from '#contract/rules/priceSn.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { codeEnd, freeCodes, type FreeCodes } from './codes.ts'
import { namesOf, sharesSlot, spanOf, type Span } from './slots.ts'
import * as store from './store.ts'

export type { GoodsDoc } from './docs.ts'
export {
  codedOf,
  codeEnd,
  codesOf,
  countCodes,
  deliveredCodes,
  freeCodes,
  giveBackCodes,
  insertCodes,
  lockCodesBehind,
  markShown,
  markUsed,
  setSealedCode,
  storedHashes,
  takeCodes,
} from './codes.ts'
export { seedOfGoods } from './seed.ts'
export { cancelDaysOf, sharesSlot, spanOf, voucherEnd, type Span } from './slots.ts'
export {
  allGoods,
  allOptions,
  findGoods,
  findOption,
  GOODS_SEED,
  OPTION_SEED,
  type Goods,
  type Option,
} from './store.ts'

/** Presents an option in one language, as `/attraction/detail` returns it. */
export const presentOption = ({ gdsDtlUid, price, confirmation, doc }: store.Option, locale: Locale): GoodsOption => ({
  gdsDtlUid,
  optionNm: doc.name[locale],
  price,
  people: doc.people,
  times: doc.times,
  weekdays: doc.weekdays,
  ...(doc.priceRules && { priceRules: doc.priceRules }),
  confirmation,
})

/** Returns what one unit of each night, departure or voucher of a `priceSn` costs, KRW (contract/rules/dayPrice.ts). */
export const unitPricesOf = (
  { goods, option }: { goods: store.Goods; option: store.Option },
  priceSn: string,
): number[] =>
  slotsOf(priceSn).map((slot) => priceOn(goods.doc.type, option.price, option.doc.priceRules, slotDate(slot)))

/**
 * Takes `n` units of each slot of a `priceSn`, in the order of their names (locks). False as soon as one has fewer
 * left: the caller must then roll back.
 */
export const takeSlots = async (tx: Tx, option: store.Option, priceSn: string, n: number): Promise<boolean> => {
  for (const slot of slotsOf(priceSn)) if (!(await store.take(tx, option, slot, n))) return false
  return true
}

/** Locks the stock rows of these slots of an option in the order of `takeSlots`, until the transaction ends. */
export const lockSlots = async (tx: Tx, option: store.Option, slots: Iterable<string>): Promise<void> => {
  for (const slot of [...new Set(slots)].toSorted()) await store.lockSlot(tx, option, slot)
}

/** Returns the slot of the whole Korean day at an instant, ms UTC. */
const daySlotAt = (at: number): string => daySlot(koreanDate(at))

const daySlotsBetween = (from: number, until: number): string[] =>
  Array.from({ length: (until - from) / DAY_MS }, (_, nth) => daySlotAt(from + nth * DAY_MS))

/**
 * Closes an option on the Korean days of `[from, until)` (ms UTC): nobody can take a night or departure of them. What was
 * taken stays. With `isOpen` the days have the option's capacity again. A row for each day has the same `total`, for
 * departures that a later release adds.
 */
export const closeDays = async (
  tx: Tx,
  { goods, option }: { goods: store.Goods; option: store.Option },
  { from, until, isOpen }: { from: number; until: number; isOpen: boolean },
): Promise<void> => {
  const { gdsDtlUid, capacity } = option
  const slots = [
    ...daySlotsBetween(from, until),
    ...namesOf(goods, option, from, until).flatMap(slotsOf),
    // Departures that an earlier release offered may come back.
    ...(await store.slotsOfDays(tx, gdsDtlUid, { from: daySlotAt(from), until: daySlotAt(until) })),
  ]
  await store.setTotal(tx, gdsDtlUid, [...new Set(slots)].toSorted(), isOpen ? capacity : 0)
}

/**
 * Closes or opens Korean days of `[from, until)` (ms UTC) for options that a later release adds to the goods. A row for
 * each day under the id of the goods says so, while an option has none for it.
 */
export const closeDaysOfGoods = async (
  tx: Tx,
  gdsUid: string,
  { from, until, isOpen }: { from: number; until: number; isOpen: boolean },
): Promise<void> => {
  const days = daySlotsBetween(from, until)
  await (isOpen ? store.deleteStock(tx, gdsUid, days) : store.setTotal(tx, gdsUid, days, 0))
}

/** Finds an option, or all options of goods, by the id of either; empty for an unknown one. Also off sale. */
export const optionsOf = async (
  db: Database | Tx,
  id: string,
): Promise<{ goods: store.Goods; option: store.Option }[]> => {
  const named = await store.findOption(db, id)
  if (named) return [named]
  const goods = await store.findGoods(db, id)
  if (!goods) return []
  return (await store.allOptions(db)).filter(({ gdsUid }) => gdsUid === id).map((option) => ({ goods, option }))
}

/** Gives back `n` units of each slot of a `priceSn`. Throws when more is given back than was taken. */
export const giveBackSlots = async (tx: Tx, gdsDtlUid: string, priceSn: string, n: number): Promise<void> => {
  for (const slot of slotsOf(priceSn)) await store.giveBack(tx, gdsDtlUid, slot, n)
}

/** Units of a `priceSn` that a reservation has taken. */
type Taken = { priceSn: string; goodsCnt: number }

const unitsOf = (reservations: readonly Taken[], slot: string): number =>
  reservations.reduce((sum, { priceSn, goodsCnt }) => (slotsOf(priceSn).includes(slot) ? sum + goodsCnt : sum), 0)

/** Returns the units of a slot that are free by its stock row or, without one, by the rows of its day. */
const freeUnits = (
  rows: ReadonlyMap<string, { total: number; taken: number }>,
  { gdsDtlUid, gdsUid, capacity }: store.Option,
  slot: string,
): number => {
  const row = rows.get(`${gdsDtlUid} ${slot}`)
  if (row) return row.total - row.taken
  const day = daySlot(slotDate(slot))
  return (rows.get(`${gdsDtlUid} ${day}`) ?? rows.get(`${gdsUid} ${day}`))?.total === 0 ? 0 : capacity
}

const leftOf = async (
  db: Database | Tx,
  option: store.Option,
  slots: string[],
  without: readonly Taken[] = [],
): Promise<Map<string, number>> => {
  const rows = new Map(
    (await store.stockOf(db, option, slots)).map((row) => [`${row.gdsDtlUid} ${row.slot}`, row] as const),
  )
  return new Map(slots.map((slot) => [slot, Math.max(0, freeUnits(rows, option, slot) + unitsOf(without, slot))]))
}

/** Returns how many codes are free for a span; infinitely many for an option that is sold without codes. */
const codesLeft = (codes: FreeCodes | null, span: Span, without: readonly Taken[]): number =>
  codes === null
    ? Infinity
    : without.reduce(
        (sum, { priceSn, goodsCnt }) => (sharesSlot(span, priceSn) ? sum + goodsCnt : sum),
        codes(codeEnd(span)),
      )

/**
 * Returns the units left of a span: those of its scarcest night, and no more than codes are free for it. `without`:
 * reservations of the option that share a slot with the span and are taken as given back.
 */
export const leftFor = async (
  db: Database | Tx,
  option: store.Option,
  span: Span,
  without: readonly Taken[] = [],
): Promise<number> => {
  const codes = await freeCodes(db, option.gdsDtlUid)
  const units = (await leftOf(db, option, span.slots, without)).values()
  return Math.min(...units, codesLeft(codes, span, without))
}

const nightMean = (prices: number[]): number =>
  Math.ceil(prices.reduce((sum, each) => sum + each, 0) / prices.length / PRICE_STEP_KRW) * PRICE_STEP_KRW

/**
 * Lists the hotels with a room that is free in each night of a stay (`20261201-20261203`), each with the price of a
 * night in its cheapest such room (KRW, the mean rounded up to 100 won) and the number of free rooms; null when the
 * stay is not on sale at `now`.
 */
export const vacanciesOf = async (
  db: Database,
  priceSn: string,
  {
    now,
    maySell,
    without,
  }: { now: number; maySell: (goods: store.Goods) => boolean; without: readonly (Taken & { gdsDtlUid: string })[] },
): Promise<{ gdsUid: string; price: number; left: number }[] | null> => {
  const options = (await store.allOptions(db)).filter(({ onSale }) => onSale)
  const hotels = (await store.allGoods(db)).filter((goods) => goods.doc.type === 'hotel' && goods.onSale)
  const [firstHotel] = hotels
  const [room] = options
  const nights = (firstHotel && room && spanOf(firstHotel, room, priceSn, now)?.slots) ?? null
  if (nights === null) return null
  const stock = new Map(
    (await store.stockOfSlots(db, nights)).map((row) => [`${row.gdsDtlUid} ${row.slot}`, row] as const),
  )
  return hotels.filter(maySell).flatMap((hotel) => {
    const { gdsUid } = hotel
    const free = options
      .filter((option) => option.gdsUid === gdsUid)
      .map((option) => {
        const own = without.filter(({ gdsDtlUid }) => gdsDtlUid === option.gdsDtlUid)
        return {
          price: nightMean(unitPricesOf({ goods: hotel, option }, priceSn)),
          units: Math.min(...nights.map((night) => freeUnits(stock, option, night) + unitsOf(own, night))),
        }
      })
      .filter(({ units }) => units > 0)
    return free.length === 0
      ? []
      : [
          {
            gdsUid,
            price: Math.min(...free.map(({ price }) => price)),
            left: free.reduce((sum, { units }) => sum + units, 0),
          },
        ]
  })
}

const FEW = 3
const tierOf = (unitsLeft: number): (typeof TIERS)[number] => {
  if (unitsLeft === 0) return 'closed'
  return unitsLeft <= FEW ? 'step1' : 'step2'
}

/**
 * Lists the single nights or departures of an option on the Korean days of `[from, until)` (ms UTC), or its voucher,
 * each with its price and the units left. A sold-out one is listed with `left` 0 and the state `closed`. `without`:
 * reservations of the option that are taken as given back.
 */
export const availabilityOf = async (
  db: Database,
  { goods, option }: { goods: store.Goods; option: store.Option },
  { from, until, now, without }: { from: number; until: number; now: number; without: readonly Taken[] },
) => {
  const spans = namesOf(goods, option, from, until).flatMap((priceSn) => {
    const span = spanOf(goods, option, priceSn, now)
    return span ? [{ priceSn, span }] : []
  })
  const unitsBySlot = await leftOf(
    db,
    option,
    spans.flatMap(({ span }) => span.slots),
    without,
  )
  const codes = await freeCodes(db, option.gdsDtlUid)
  return spans.map(({ priceSn, span }) => {
    const units = span.slots.map((slot) => unitsBySlot.get(slot) ?? 0)
    const free = Math.min(...units, codesLeft(codes, span, without))
    return {
      priceSn,
      startsAt: span.startsAt,
      endsAt: span.endsAt,
      price: unitPricesOf({ goods, option }, priceSn).reduce((sum, each) => sum + each, 0),
      left: free,
      state: tierOf(free),
    }
  })
}
