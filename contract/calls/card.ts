import * as z from 'zod/mini'
import { PASS_TYPES } from '../codes.ts'
import { call } from './call.ts'
import { instant, ownOrder, text, uid, uuid, yn } from './fields.ts'

/** `waiting`: to be collected with its voucher. `collected`: handed over to the holder. */
export const CARD_STATES = ['waiting', 'collected'] as const

/** A card pass of the member. */
export const exchangeCard = z.object({
  passUid: uuid,
  /** The order it was bought with: the `rsvtUid` of a refund request. */
  ordUid: ownOrder,
  /** Empty for a pass received as a gift: the order is the giver's. */
  orderNumber: z.string(),
  gdsUid: z.string(),
  passType: z.enum(PASS_TYPES),
  name: z.string(),
  holder: z.string(),
  state: z.enum(CARD_STATES),
  purchasedAt: instant,
  validUntil: instant,
  /**
   * The exchange desk chosen at the purchase; any of them hands the card over. null: none, or the card was not bought
   * here.
   */
  receiptPlace: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** What an exchange desk scans or types; null once collected, and while the pass is in a gift or a refund request. */
  voucher: z.nullable(z.string()),
  /** Last four digits of the card; null until it is collected. */
  cardNum: z.nullable(z.string()),
  /** When an exchange desk handed the card over. */
  collectedAt: z.nullable(instant),
})
export type ExchangeCard = z.infer<typeof exchangeCard>

export const exchangeCardList = call({
  method: 'GET',
  path: '/mypage/exchangeCard/list',
  who: 'member',
  summary: "Card passes to collect, each with its voucher, and after them the member's other cards; newest first",
  data: z.object({ list: z.array(exchangeCard) }),
})

export const passInsert = call({
  method: 'GET',
  path: '/mypage/pass/insert',
  who: 'member',
  effect: true,
  summary: 'Registers a card pass; repeating it by the same member changes nothing; five wrong numbers an hour',
  refuses: ['E_CARD_NUMBER', 'E_CARD_FORMAT', 'E_CARD_TAKEN', 'E_THROTTLED'],
  query: z.strictObject({
    /** The 16 digits on the back, or the text of the card's QR code; spaces and hyphens are ignored. */
    cardNum: text(60),
    /** `Y`: `cardNum` was read from the QR code. */
    isQrcode: z._default(yn, 'N'),
  }),
  data: z.object({
    passUid: uuid,
    gdsUid: z.string(),
    passType: z.enum(PASS_TYPES),
    /** Last four digits. */
    cardNum: z.string(),
    registeredAt: instant,
    validUntil: instant,
  }),
})

export const pickup = call({
  method: 'POST',
  path: '/receiptplace/pickup',
  who: 'gate',
  addition: true,
  summary: 'Hands a card pass over against its voucher, at any exchange desk',
  refuses: ['E_GATE_PLACE', 'E_VOUCHER', 'E_VOUCHER_USED', 'E_CARD_NUMBER', 'E_CARD_FORMAT', 'E_CARD_STOCK'],
  body: z.strictObject({
    /** As scanned or typed. */
    voucher: text(60),
    cardNum: text(60),
    isQrcode: z._default(yn, 'N'),
  }),
  data: z.object({
    passUid: uuid,
    /** Name to compare with the traveller's passport or ID. */
    holder: z.string(),
    orderNumber: z.string(),
    gdsUid: uid,
    passType: z.enum(PASS_TYPES),
    cardNum: z.string(),
    handedAt: instant,
    /** Cards of this order that the same holder has still to collect. */
    waiting: z.int(),
  }),
})
