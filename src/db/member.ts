import type { Table } from 'dexie'
import type { Use } from '#contract/calls/admission.ts'
import type { Data } from '#contract/calls/call.ts'
import type { ExchangeCard } from '#contract/calls/card.ts'
import type { Coupon } from '#contract/calls/coupon.ts'
import type { Gift } from '#contract/calls/gift.ts'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { Profile } from '#contract/calls/mypage.ts'
import type { MyInfo } from '#contract/calls/profile.ts'
import type { NewsItem } from '#contract/calls/newsfeed.ts'
import type { Purchase } from '#contract/calls/purchase.ts'
import type { state } from '#contract/calls/push.ts'
import type { Reservation, voucher } from '#contract/calls/reserve.ts'
import type { Locale } from '#contract/locales.ts'
import type { Idb } from './idb.ts'
import type { DrawnRow, PassRow } from './names.ts'
import type { OutboxRow, PhotoBytes, PhotoRow, Stamp } from './rows.ts'
import { ValueDb } from './valueDb.ts'
import { MEMBER_VERSIONS } from './versions.ts'

export interface Favourite {
  gdsUid: string
  at: number
}

export type Voucher = Data<typeof voucher>
export type PushSettings = Data<typeof state>

export interface MemberValues {
  /** Made at a sign-in, deleted at a sign-out: a page that holds another ticket writes nothing (S9). */
  ticket: string
  profile: Profile
  /** This phone's id at the server, the public device key that was registered, and the session that registered it. */
  device: { deviceUid: string; publicKey: string; sessionId?: string }
  /** The member's details as last sent by the server; `at` in ms. */
  myInfo: { data: MyInfo; at: number }
  /** The bytes of the photo with this id. */
  photo: { id: string; bytes: Uint8Array<ArrayBuffer> }
  settings: PushSettings
  /** The cursor of the last complete round, and its language, for stamps without one (M22, M23). */
  cursor: { cursor: string; locale: Locale }
  /** Keys of the links of gifts that this phone has made, by their hash: the server knows no key (L5). */
  giftKeys: Record<string, string>
}

/** The member database: the mirror and the outbox of one member. */
export class MemberDb extends ValueDb<MemberValues> {
  declare stamps: Table<Stamp, string>
  declare passes: Table<PassRow, string>
  /** Apart from the passes: a code is written every 15 s, and wakes only the queries that read codes. */
  declare drawn: Table<DrawnRow, string>
  declare favourites: Table<Favourite, string>
  declare inquiries: Table<Inquiry, string>
  declare gifts: Table<Gift, string>
  declare history: Table<Use, string>
  declare newsfeed: Table<NewsItem, string>
  declare coupons: Table<Coupon, string>
  declare purchases: Table<Purchase, string>
  declare reservations: Table<Reservation, string>
  declare vouchers: Table<Voucher, string>
  declare cards: Table<ExchangeCard, string>
  declare outbox: Table<OutboxRow, number>
  /** The photos of inquiries: of those that wait with their action, and of some that the server has. */
  declare photos: Table<PhotoRow, string>
  declare photoBytes: Table<PhotoBytes, string>

  constructor(name: string, idb: Idb) {
    super(name, MEMBER_VERSIONS, idb)
  }

  /** Deletes the mirror and, unless `keepOutbox`, the outbox. The photos of an action stay as long as the action. */
  async wipe(keepOutbox: boolean): Promise<void> {
    const { outbox, photos, photoBytes } = this
    const cleared = this.tables.filter((table) => ![outbox, photos, photoBytes].some(({ name }) => name === table.name))
    await this.transaction('rw', this.tables, async () => {
      if (!keepOutbox) await outbox.clear()
      const queued = new Set((await outbox.toArray()).map(({ id }) => id))
      const ended = await photos.filter(({ inquiryId }) => !queued.has(inquiryId)).primaryKeys()
      await photos.bulkDelete(ended)
      const remaining = new Set(await photos.toCollection().primaryKeys())
      await photoBytes.filter(({ id }) => !remaining.has(id)).delete()
      await Promise.all(cleared.map((table) => table.clear()))
    })
  }
}
