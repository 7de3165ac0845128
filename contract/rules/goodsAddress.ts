import { GOODS_KINDS, GOODS_TYPE, type GoodsKind } from '../codes.ts'

/** The steps of a reservation, all at the address of its goods. */
export const RESERVE_STEPS = ['reserve', 'pay', 'done'] as const
export type ReserveStep = (typeof RESERVE_STEPS)[number]

/** What the address of goods holds of a reservation: what was chosen or, once it is held, its id. */
export interface ReserveSearch {
  step?: ReserveStep | 'review' | undefined
  option?: string | undefined
  priceSn?: string | undefined
  count?: number | undefined
  rsvtUid?: string | undefined
}

/** Returns the kind of goods by the code of their type; undefined for any other type, which has no link (spec 2.15). */
export const goodsKindOf = (gdsTycd: string): GoodsKind | undefined =>
  GOODS_KINDS.find((kind) => GOODS_TYPE[kind] === gdsTycd)

/** Returns the address of goods (spec 2.15); with `search`, of a step of their reservation. */
export const goodsAddress = (kind: GoodsKind, gdsUid: string, search: ReserveSearch = {}): string => {
  const query = Object.entries(search)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]))
    .join('&')
  return `/${kind}/${encodeURIComponent(gdsUid)}${query && `?${query}`}`
}
