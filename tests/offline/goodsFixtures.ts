import { GOODS_TYPE, type GoodsKind } from '#contract/codes.ts'
import type { GoodsDetail } from '#data/goods.ts'

type Option = GoodsDetail['options'][number]

/** Returns an option of goods for two people, with `changes`. */
export const goodsOption = (gdsDtlUid: string, changes: Partial<Option> = {}): Option => ({
  gdsDtlUid,
  optionNm: `Option ${gdsDtlUid}`,
  price: 100_000,
  people: 2,
  times: null,
  weekdays: null,
  confirmation: 'instant',
  ...changes,
})

/** Returns goods with the id `one-<kind>`: a hotel has two options, other goods one. */
export const goodsDetail = (kind: GoodsKind, changes: Partial<GoodsDetail> = {}): GoodsDetail => ({
  gdsUid: `one-${kind}`,
  gdsTycd: GOODS_TYPE[kind],
  kind,
  name: `The ${kind}`,
  nameKo: '부산 하나',
  summary: 'By the sea.',
  gdsCategoryCd: null,
  districtCd: 'haeundae',
  district: 'Haeundae-gu',
  lat: null,
  lon: null,
  price: 100_000,
  stars: kind === 'hotel' ? 4 : null,
  durationMinutes: null,
  validDays: kind === 'voucher' ? 30 : null,
  sampleYn: 'Y',
  checkIn: kind === 'hotel' ? '15:00' : null,
  checkOut: kind === 'hotel' ? '11:00' : null,
  options: [goodsOption(`${kind}-a`), ...(kind === 'hotel' ? [goodsOption('hotel-b', { price: 150_000 })] : [])],
  stops: [],
  ...changes,
})
