import { toJSONSchema } from 'zod/v4/core'
import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import type { Kind } from './town.ts'

/** Ids of the catalogue: the same for everybody. */
const PUBLIC = 'public'
/** Made by the caller: another’s is one that is taken. */
const MADE = 'made by the caller'

const ORDERS: Kind[] = ['order']
const BOOKINGS: Kind[] = ['held', 'booked', 'visited', 'reviewed']
const FILES: Kind[] = ['profileFile', 'reviewFile', 'inquiryFile']
const GIFTS: Kind[] = ['sentGift', 'receivedGift', 'endedGift']
const PASSES: Kind[] = ['pass', 'spentPass', 'orderPass']

/** Each id that a call takes: of which kinds it is, or why nobody owns it. A new one must be entered here. */
export const IDS: Readonly<Record<string, readonly Kind[] | string>> = {
  'admission.oneTimeCode body.passUid': PASSES,
  'attraction.interest query.gdsUid': PUBLIC,
  'attraction.interestDelete query.gdsUid': PUBLIC,
  'card.passInsert query.cardNum': ['card'],
  'card.pickup body.voucher': 'staff at any desk hand over any card',
  'card.pickup body.cardNum': PUBLIC,
  'coupon.insert query.couponPblcnUid': PUBLIC,
  'coupon.insert body.couponPblcnUid': PUBLIC,
  'coupon.paperInsert query.couponUid': ['printed'],
  'coupon.paperInsert body.couponUid': ['printed'],
  'easyLogin.join body.certUid': 'no member asks: the proof of a mailbox',
  'easyLogin.join body.snsUid': 'no member asks: the proof of a provider',
  'account.signUp body.certUid': 'no member asks: the proof of a mailbox',
  'account.login body.id': 'no member asks: the address',
  'account.checkId query.id': 'no member asks: the address',
  'file.download params.id': FILES,
  'gift.giftCancel body.giftUid': GIFTS,
  'gift.giftReceive body.giftUid': GIFTS,
  'gift.giftRefuse body.giftUid': GIFTS,
  'gift.giftInsert body.passUid': PASSES,
  'gift.giftInsert body.id': 'the address of another member',
  'gift.giftInsert body.proof.giftUid': MADE,
  'gift.giftInsert body.proof.deviceUid': 'counts with a signature by that phone alone: the test of gifts',
  'gate.admit body.entryUid': MADE,
  'gate.undo body.entryUid': 'of a gate: the test of gates',
  'gate.journal body.entries.0.entryUid': MADE,
  'inquiry.detail params.id': ['inquiry'],
  'inquiry.insertInquiry body.id': MADE,
  'inquiry.insertInquiry body.files.0': FILES,
  'mypage.device body.nonce': ['nonce'],
  'mypage.device body.passUid': PASSES,
  'mypage.passName body.passUid': PASSES,
  'newsfeed.read body.newsUids.0': ['news'],
  'pass.buyPass body.quoteUid': ['quote', 'goodsQuote'],
  'pass.buyPass body.receiptPlaceUid': PUBLIC,
  'pass.buyPassPayInfo query.couponUid': ['coupon'],
  'pass.buyPassPayInfo query.gdsDtlUid': PUBLIC,
  'pass.buyPassPayInfo body.couponUid': ['coupon'],
  'pass.buyPassPayInfo body.gdsDtlUid': PUBLIC,
  'pass.orderDetail params.id': ORDERS,
  'payment.paymentReturn query.ordUid': 'the gateway leads back: it tells where to go on, never what',
  'pgLog.pgLog body.ordUid': ORDERS,
  'profile.changePassword body.deviceUid': ['device'],
  'profile.update body.photo': FILES,
  'profile.validationId query.id': 'the address of another member',
  'purchase.buyDetail params.id': ORDERS,
  'push.subscribe body.endpoint': MADE,
  'push.unsubscribe body.endpoint': ['endpoint'],
  'refund.refundPass query.rsvtUid': ORDERS,
  'refund.refundPass body.rsvtUid': ORDERS,
  'refund.refundPass body.passUids.0': PASSES,
  'reserve.availability query.goodsDtlId': PUBLIC,
  'reserve.cancel query.reserveId': BOOKINGS,
  'reserve.cancel body.reserveId': BOOKINGS,
  'reserve.coupon query.goodsDtlId': PUBLIC,
  'reserve.create body.quoteUid': ['goodsQuote', 'quote'],
  'reserve.goodsInfo query.goodsDtlId': PUBLIC,
  'reserve.payInfo body.reserveId': BOOKINGS,
  'reserve.payInfo body.couponUid': ['coupon'],
  'reserve.voucher query.rsvtUid': [...BOOKINGS, ...ORDERS],
  'review.insert body.rsvtUid': BOOKINGS,
  'review.insert body.photos.0': FILES,
  'review.list query.gdsUid': PUBLIC,
  'review.report body.reviewUid': PUBLIC,
  'session.end params.id': ['session'],
  'session.endOthers body.deviceUid': ['device'],
  'stickyArea.promotionAttachment params.id': PUBLIC,
  'sync.sync query.cursor': 'marks of what the caller held, compared with the caller’s own',
}

interface Node {
  format?: string
  pattern?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

const UID = String.raw`^[\w.:+-]+$`
/** Names that promise an id where the shape does not. */
const NAMED = /(?:^id|Uid|Uids|Id|^cardNum|^voucher|^endpoint|^nonce|^photos?|^files|^cursor)$/

const within = (node: Node, path: string): string[] => {
  if (
    node.format === 'uuid' ||
    node.pattern === UID ||
    NAMED.test(path.split('.').findLast((one) => one !== '0') ?? '')
  )
    if (!node.properties && !node.items && !node.anyOf?.some(({ items }) => items)) return [path]
  return [
    ...Object.entries(node.properties ?? {}).flatMap(([name, one]) => within(one, `${path}.${name}`)),
    ...(node.items ? within(node.items, `${path}.0`) : []),
    ...(node.anyOf ?? []).flatMap((one) => within(one, path)),
  ]
}

/** Paths of the ids that a call takes, such as `body.passUids.0`. Calls that are the same for everybody have none. */
export const idsOf = (call: Call): string[] => {
  if (call.shared) return []
  const found = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = call[part]
    if (!schema) return []
    return within(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, part)
  })
  return [...new Set(found)]
}

/** Every id of the table of calls, as `IDS` names it. */
export const allIds = (): string[] => [...CALLS].flatMap(([name, call]) => idsOf(call).map((path) => `${name} ${path}`))
