/**
 * Every version of each database that was ever released, oldest first. Append only: a phone may come from any of them.
 * (`++` counts up by itself, `&` is the unique key, the rest are indexes.)
 */
export interface Version {
  version: number
  stores: Record<string, string>
}

export const DEVICE_VERSIONS: readonly Version[] = [
  { version: 1, stores: { kept: '&key', shared: '&key', stamps: '&key', inquiries: '&id', outbox: '++seq,&id,lane' } },
]

export const MEMBER_VERSIONS: readonly Version[] = [
  {
    version: 1,
    stores: {
      kept: '&key',
      stamps: '&key',
      passes: '&passUid',
      favourites: '&gdsUid',
      inquiries: '&id',
      outbox: '++seq,&id,lane',
    },
  },
  {
    version: 2,
    stores: {
      gifts: '&giftUid',
      history: '&entryUid',
      newsfeed: '&newsUid',
      coupons: '&couponUid',
      purchases: '&ordUid',
      reservations: '&rsvtUid',
      vouchers: '&rsvtUid',
      cards: '&passUid',
    },
  },
]

/** Of a gate, which knows no member. */
export const GATE_VERSIONS: readonly Version[] = [
  { version: 1, stores: { kept: '&key', entries: '++seq,&entryUid', seen: '&id,at', passes: '&key,heardAt' } },
]
