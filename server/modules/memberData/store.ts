import { asc, eq, getTableColumns, getTableName, inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/connect.ts'
import { coupon } from '#server/db/schema/coupon.ts'
import { device, deviceNonce, phoneLink } from '#server/db/schema/device.ts'
import { favourite } from '#server/db/schema/favourite.ts'
import { file } from '#server/db/schema/file.ts'
import { gift } from '#server/db/schema/gift.ts'
import { idempotency } from '#server/db/schema/idempotency.ts'
import { inquiry } from '#server/db/schema/inquiry.ts'
import { identity, member, temporaryPassword } from '#server/db/schema/member.ts'
import { news } from '#server/db/schema/news.ts'
import { order, quote } from '#server/db/schema/order.ts'
import { admission, discountUse, oneTimeCode, pass, walletPass } from '#server/db/schema/pass.ts'
import { passkey, passkeyChallenge } from '#server/db/schema/passkey.ts'
import { pointAccount, pointEntry, pointPending } from '#server/db/schema/point.ts'
import { pushSetting, pushSubscription } from '#server/db/schema/push.ts'
import { question } from '#server/db/schema/question.ts'
import { refund } from '#server/db/schema/refund.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { review, reviewReport } from '#server/db/schema/review.ts'
import { session } from '#server/db/schema/session.ts'

/**
 * What the copy of a member's data contains, table by table; it is decided only here. Columns are named one by one, so
 * that a new one is in no copy before somebody has decided it: no hash, token, key or payment reference, and no other
 * person's id. A test checks that each column that names a member is in `SECTIONS` or `LEFT_OUT`.
 */

interface Section {
  table: PgTable
  /** The column that names the member; for `VISITS`, the pass. */
  by: PgColumn
  /** Properties of the table. Rows are ordered by the first one. */
  columns: readonly string[]
}

const section = <T extends PgTable>(
  table: T,
  by: PgColumn,
  ...columns: readonly (keyof T['$inferSelect'] & string)[]
): Section => ({ table, by, columns })

const SECTIONS: Record<string, Section> = {
  profile: section(
    member,
    member.id,
    'id',
    'email',
    'engSurname',
    'engNm',
    'gender',
    'birthYear',
    'ntnCd',
    'mobile',
    'photo',
    'locale',
    'localeAt',
    'joinedAt',
    'termsAt',
    'termsVersion',
    'privacyAt',
    'privacyVersion',
    'marketingAt',
    'marketingVersion',
    'marketingRemindedAt',
  ),
  socialSignIns: section(identity, identity.memberId, 'linkedAt', 'provider'),
  passkeys: section(passkey, passkey.memberId, 'addedAt', 'passkeyUid', 'name', 'label', 'usedAt'),
  sessions: section(
    session,
    session.memberId,
    'startedAt',
    'id',
    'label',
    'locale',
    'keep',
    'rotatedAt',
    'usedAt',
    'expiresAt',
    'endedAt',
  ),
  phones: section(device, device.memberId, 'registeredAt', 'deviceUid', 'label', 'sessionId'),
  notifications: section(pushSetting, pushSetting.memberId, 'at', 'on'),
  pushSubscriptions: section(pushSubscription, pushSubscription.memberId, 'subscribedAt', 'locale'),
  orders: section(
    order,
    order.memberId,
    'orderedAt',
    'ordUid',
    'orderNumber',
    'kind',
    'gdsUid',
    'gdsDtlUid',
    'passType',
    'medium',
    'passCnt',
    'unitPrice',
    'discount',
    'amount',
    'promoCode',
    'couponUid',
    'points',
    'state',
    'method',
    'locale',
    'buyerName',
    'buyerEmail',
    'buyerMobile',
    'receiptPlaceUid',
    'paidAt',
    'cancelUntil',
    'closedAt',
    'refunded',
  ),
  passes: section(
    pass,
    pass.memberId,
    'purchasedAt',
    'passUid',
    'orderNumber',
    'gdsUid',
    'passType',
    'medium',
    'holder',
    'name',
    'windowHours',
    'validUntil',
    'activatedAt',
    'discountUsedAt',
    'voided',
    'deviceUid',
    'collectedAt',
  ),
  walletPasses: section(walletPass, walletPass.memberId, 'addedAt', 'passUid', 'wallet', 'endedAt'),
  reservations: section(
    reservation,
    reservation.memberId,
    'reservedAt',
    'rsvtUid',
    'rsvtNumber',
    'ordUid',
    'gdsUid',
    'gdsDtlUid',
    'goodsCnt',
    'amount',
    'nightPrices',
    'state',
    'startsAt',
    'endsAt',
    'cancelUntil',
    'guestName',
    'guestEmail',
    'guestMobile',
    'wish',
    'paidAt',
    'confirmedAt',
    'usedAt',
    'cancelAskedAt',
    'endedAt',
    'end',
  ),
  refunds: section(
    refund,
    refund.memberId,
    'requestedAt',
    'refundUid',
    'ordUid',
    'passUids',
    'state',
    'amount',
    'whyCd',
    'etcWhy',
    'endedAt',
    'refusal',
    'note',
  ),
  giftsSent: section(
    gift,
    gift.senderId,
    'sentAt',
    'giftUid',
    'passUid',
    'state',
    'message',
    'expiresAt',
    'openedAt',
    'endedAt',
  ),
  giftsReceived: section(gift, gift.recipientId, 'sentAt', 'giftUid', 'passUid', 'state', 'message', 'endedAt'),
  coupons: section(
    coupon,
    coupon.memberId,
    'takenAt',
    'couponUid',
    'couponPblcnUid',
    'number',
    'expiresAt',
    'usedAt',
    'ordUid',
  ),
  points: section(pointAccount, pointAccount.memberId, 'balance'),
  pointEntries: section(pointEntry, pointEntry.memberId, 'at', 'kind', 'amount', 'balance', 'ordUid', 'expireAt'),
  pointsPending: section(pointPending, pointPending.memberId, 'dueAt', 'ordUid', 'amount', 'taken'),
  favourites: section(favourite, favourite.memberId, 'at', 'gdsUid'),
  reviews: section(
    review,
    review.memberId,
    'writtenAt',
    'reviewUid',
    'rsvtUid',
    'gdsUid',
    'author',
    'rating',
    'content',
    'hidden',
    'answer',
    'answeredAt',
  ),
  reviewReports: section(reviewReport, reviewReport.memberId, 'reportedAt', 'reviewUid', 'reason', 'detail'),
  questions: section(
    question,
    question.memberId,
    'writtenAt',
    'questionUid',
    'gdsUid',
    'author',
    'content',
    'isPrivate',
    'hidden',
    'answer',
    'answeredAt',
  ),
  inquiries: section(
    inquiry,
    inquiry.memberId,
    'writtenAt',
    'number',
    'email',
    'content',
    'locale',
    'answer',
    'answeredAt',
  ),
  files: section(file, file.memberId, 'uploadedAt', 'fileUid', 'kind', 'size', 'width', 'height'),
  news: section(news, news.memberId, 'at', 'kind', 'type', 'values', 'readAt'),
}

/** Uses of the member's passes at gates. */
const VISITS: Record<string, Section> = {
  visits: section(admission, admission.passUid, 'at', 'passUid', 'gdsUid', 'group', 'undoneAt'),
  discounts: section(discountUse, discountUse.passUid, 'at', 'passUid', 'venueUid', 'undoneAt'),
}

/** Secrets, and prices of half an hour that nobody ordered. */
const LEFT_OUT: readonly PgColumn[] = [
  idempotency.owner,
  quote.memberId,
  deviceNonce.memberId,
  oneTimeCode.memberId,
  passkeyChallenge.memberId,
  phoneLink.memberId,
  temporaryPassword.memberId,
]

const named = (column: PgColumn): string => `${getTableName(column.table)}.${column.name}`

/** The columns in `SECTIONS` and `LEFT_OUT` as `table.column`, for the test that finds columns that are in neither. */
export const DECIDED: ReadonlySet<string> = new Set(
  [...Object.values(SECTIONS).map(({ by }) => by), ...LEFT_OUT].map(named),
)

/** A row of a section. */
export type Row = Record<string, unknown>

const columnsOf = ({ table, columns }: Section): Record<string, PgColumn> => {
  const all: Record<string, PgColumn> = getTableColumns(table)
  return Object.fromEntries(Object.entries(all).filter(([name]) => columns.includes(name)))
}

/** Reads all sections of a member, in the order of this file. */
export const readSections = async (tx: Tx, memberId: string): Promise<Record<string, Row[]>> => {
  const copy: Record<string, Row[]> = {}
  const read = async (name: string, { by, ...rest }: Section, where: ReturnType<typeof eq>): Promise<void> => {
    const columns = columnsOf({ by, ...rest })
    const first = columns[rest.columns[0] ?? '']
    copy[name] = await tx
      .select(columns)
      .from(rest.table)
      .where(where)
      .orderBy(asc(first ?? by))
  }
  for (const [name, each] of Object.entries(SECTIONS)) await read(name, each, eq(each.by, memberId))
  const passUids = (copy.passes ?? []).map(({ passUid }) => passUid)
  for (const [name, each] of Object.entries(VISITS)) await read(name, each, inArray(each.by, passUids))
  return copy
}
