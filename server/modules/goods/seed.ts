import { readFileSync } from 'node:fs'
import { GOODS_TYPE, type Day } from '#contract/codes.ts'
import type { Texts } from '#contract/locales.ts'
import type { PriceRules } from '#contract/rules/dayPrice.ts'
import type { GoodsDoc } from './docs.ts'
import type * as store from './store.ts'

/** Records of `goods.json`; their units and times are in `availability.json`. */
interface GoodsSeed {
  id: string
  type: GoodsDoc['type']
  name: Texts
  summary: Texts
  category?: string
  district?: string
  lat?: number
  lon?: number
  stars?: number
  checkIn?: string
  checkOut?: string
  durationMinutes?: number
  attractionIds?: string[]
  validDays?: number
  priceKrw?: number
  rooms?: { id: string; type: string; name: Texts; pricePerNightKrw: number; capacity: number }[]
  sample: boolean
  redeemAt?: string[]
}
interface Departures {
  times: string[]
  /** null: every day. */
  weekdays: Day[] | null
  capacity: number
  unit?: string
  people?: number
  confirmation?: store.Option['confirmation']
}
interface Availability {
  units: Record<string, Texts>
  rooms: Record<string, number>
  departures: Record<string, Departures>
  vouchers: Record<string, number>
  /** Weekend and season prices by goods. */
  priceRules: Record<string, PriceRules>
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../db/seed/${name}.json`, import.meta.url), 'utf8')) as T

const docOf = (seed: GoodsSeed): GoodsDoc => ({
  id: seed.id,
  type: seed.type,
  typeCode: GOODS_TYPE[seed.type],
  name: seed.name,
  summary: seed.summary,
  ...(seed.category && { category: seed.category }),
  district: seed.district ?? null,
  lat: seed.lat ?? null,
  lon: seed.lon ?? null,
  stars: seed.stars ?? null,
  checkIn: seed.checkIn ?? null,
  checkOut: seed.checkOut ?? null,
  durationMinutes: seed.durationMinutes ?? null,
  attractionIds: seed.attractionIds ?? [],
  validDays: seed.validDays ?? null,
  sample: seed.sample,
  ...(seed.redeemAt && { redeemAt: seed.redeemAt }),
})

/** Throws when the seed lacks a value of its availability. */
const requireValue = <T>(value: T | undefined, id: string): T => {
  if (value === undefined) throw new Error(`The seed says nothing about the availability of ${id}.`)
  return value
}

const optionsOf = (
  seed: GoodsSeed,
  { units, rooms, departures, vouchers, priceRules }: Availability,
): store.Option[] => {
  const base = { gdsUid: seed.id, onSale: true }
  const ruled = priceRules[seed.id] && { priceRules: priceRules[seed.id] }
  if (seed.type === 'hotel')
    return (seed.rooms ?? []).map((room, sort) => ({
      ...base,
      gdsDtlUid: room.id,
      sort,
      price: room.pricePerNightKrw,
      capacity: requireValue(rooms[room.type], room.id),
      confirmation: 'instant',
      doc: { name: room.name, people: room.capacity, times: null, weekdays: null, ...ruled },
    }))
  const one = { ...base, gdsDtlUid: `${seed.id}-std`, sort: 0, price: requireValue(seed.priceKrw, seed.id) }
  if (seed.type === 'voucher')
    return [
      {
        ...one,
        capacity: requireValue(vouchers[seed.id], seed.id),
        confirmation: 'instant',
        doc: { name: requireValue(units.voucher, 'voucher'), people: null, times: null, weekdays: null },
      },
    ]
  const {
    times,
    weekdays,
    capacity,
    unit = 'person',
    people = 1,
    confirmation = 'instant',
  } = requireValue(departures[seed.id], seed.id)
  return [
    {
      ...one,
      capacity,
      confirmation,
      doc: { name: requireValue(units[unit], unit), people, times, weekdays, ...ruled },
    },
  ]
}

/** Reads the goods of this release's seed, with their options. */
export const seedOfGoods = (): { goods: store.Goods[]; options: store.Option[] } => {
  const { hotels, tours, activities, vouchers } =
    read<Record<'hotels' | 'tours' | 'activities' | 'vouchers', GoodsSeed[]>>('goods')
  const availability = read<Availability>('availability')
  const all = [...hotels, ...tours, ...activities, ...vouchers]
  return {
    goods: all.map((seed, sort) => ({
      gdsUid: seed.id,
      gdsTycd: GOODS_TYPE[seed.type],
      sort,
      onSale: true,
      doc: docOf(seed),
    })),
    options: all.flatMap((seed) => optionsOf(seed, availability)),
  }
}
