import { sql, type SQL } from 'drizzle-orm'
import type { SyncPart } from '#contract/calls/sync.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/**
 * A table with the condition on its alias `t` that selects a member's rows; `without`: columns that no screen shows.
 */
interface Source {
  table: string
  mine: (memberId: string) => SQL
  order: string
  without?: readonly string[]
}

const own =
  (column = 'member_id') =>
  (memberId: string): SQL =>
    sql`t.${sql.identifier(column)} = ${memberId}`

/** The rows of each part. `notices` are the same for everybody: the catalogue's version stands for them. */
const SOURCES: Readonly<Record<Exclude<SyncPart, 'notices'>, readonly Source[]>> = {
  passes: [
    // A read renews certificates, so they would report a change after every pull.
    { table: 'pass', mine: own(), order: 'pass_uid', without: ['certificate', 'certificate_not_after'] },
    {
      table: 'admission',
      mine: (memberId) => sql`t.pass_uid in (select pass_uid from pass where member_id = ${memberId})`,
      order: 'admission_uid',
    },
    {
      table: 'discount_use',
      mine: (memberId) => sql`t.pass_uid in (select pass_uid from pass where member_id = ${memberId})`,
      order: 'entry_uid',
    },
    { table: 'wallet_pass', mine: own(), order: 'wallet_uid', without: ['code_hash', 'session_id'] },
  ],
  favourites: [{ table: 'favourite', mine: own(), order: 'gds_uid' }],
  inquiries: [{ table: 'inquiry', mine: own(), order: 'id' }],
  coupons: [{ table: 'coupon', mine: own(), order: 'coupon_uid' }],
  points: [{ table: 'point_entry', mine: own(), order: 'seq' }],
  gifts: [
    { table: 'gift', mine: own('sender_id'), order: 'gift_uid' },
    { table: 'gift', mine: own('recipient_id'), order: 'gift_uid' },
  ],
  purchases: [
    { table: 'orders', mine: own(), order: 'ord_uid' },
    { table: 'refund', mine: own(), order: 'refund_uid' },
    // A cancelled reservation has no row in refund, and its order does not change when the money is back.
    {
      table: 'reservation',
      mine: (memberId) => sql`${own()(memberId)} and t.state in ('cancel_asked', 'cancelled')`,
      order: 'rsvt_uid',
    },
    { table: 'pass', mine: own(), order: 'pass_uid', without: ['certificate', 'certificate_not_after'] },
  ],
  reservations: [
    { table: 'reservation', mine: own(), order: 'rsvt_uid' },
    {
      table: 'goods_code',
      mine: (memberId) => sql`t.rsvt_uid in (select rsvt_uid from reservation where member_id = ${memberId})`,
      order: 'code_uid',
      without: ['code_sealed', 'code_hash'],
    },
    { table: 'review', mine: own(), order: 'review_uid' },
    // Vouchers have a certificate for the phone that registered in the session.
    { table: 'device', mine: own(), order: 'device_uid' },
  ],
  newsfeed: [{ table: 'news', mine: own(), order: 'id' }],
  profile: [{ table: 'member', mine: own('id'), order: 'id', without: ['password_hash'] }],
  settings: [{ table: 'push_setting', mine: own(), order: 'member_id' }],
}

/** Digest of the selected rows; without the rows of these keys, if given. */
const digest = ({ table, mine, order, without = [] }: Source, memberId: string, keys: readonly string[] = []): SQL => {
  const row = without.reduce((all, column) => sql`${all} - ${sql.raw(`'${column}'`)}`, sql`to_jsonb(t)`)
  const key = sql`t.${sql.identifier(order)}`
  const excluded = sql.join(
    keys.map((each) => sql` and ${key}::text <> ${each}`),
    sql``,
  )
  return sql`(select md5(coalesce(string_agg(md5((${row})::text), '' order by ${key}), ''))
    from ${sql.identifier(table)} t where ${mine(memberId)}${excluded})`
}

const digestOf = (sources: readonly Source[], memberId: string, keys?: readonly string[]): SQL =>
  sql.join(
    sources.map((source) => digest(source, memberId, keys)),
    sql` || `,
  )

/** Returns a digest of each part of a member, which changes when its rows do. One query. */
export const digestsOf = async (db: Database, memberId: string): Promise<Record<keyof typeof SOURCES, string>> => {
  const columns = Object.entries(SOURCES).map(
    ([syncPart, sources]) => sql`${digestOf(sources, memberId)} as ${sql.identifier(syncPart)}`,
  )
  const { rows } = await db.execute<Record<keyof typeof SOURCES, string>>(sql`select ${sql.join(columns, sql`, `)}`)
  const [digests] = rows
  if (!digests) throw new Error('no digests')
  return digests
}

/** Rows of one part of a member. Parts whose mark is made of more than their rows are not among these. */
export interface Rows {
  memberId: string
  part: Exclude<SyncPart, 'notices' | 'profile'>
  keys: readonly string[]
}

/** Returns the digest of a whole part. One query. */
export const digestOfWholePart = async (db: Database, memberId: string, syncPart: Rows['part']): Promise<string> => {
  const { rows } = await db.execute<{ all: string }>(sql`select ${digestOf(SOURCES[syncPart], memberId)} as "all"`)
  const [digests] = rows
  if (!digests) throw new Error('no digest')
  return digests.all
}

/** Returns the digest of a whole part (`all`), and that of its rows other than `keys` (`others`). One query. */
export const digestsOfPart = async (
  tx: Tx,
  { memberId, part: syncPart, keys }: Rows,
): Promise<{ all: string; others: string }> => {
  const sources = SOURCES[syncPart]
  const { rows } = await tx.execute<{ all: string; others: string }>(
    sql`select ${digestOf(sources, memberId)} as "all", ${digestOf(sources, memberId, keys)} as others`,
  )
  const [digests] = rows
  if (!digests) throw new Error('no digests')
  return digests
}
