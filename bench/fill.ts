import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { readConfig, type Config } from '#server/config.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { member } from '#server/db/schema/member.ts'
import { openKeys } from '#server/keys.ts'
import { createLog } from '#server/log.ts'
import { prepareDatabase } from '#server/main.ts'

/** Opens the database that a server is about to use, in `folder` or at `DATABASE_URL`, to insert test data. */
export const fill = async <T>(folder: string, work: (db: Database, config: Config) => Promise<T>): Promise<T> => {
  const { DATABASE_URL } = process.env
  const config = readConfig({ DATA_DIR: folder, ...(DATABASE_URL && { DATABASE_URL }) })
  const connected = await connect(config, createLog(join(folder, 'bench.log')))
  try {
    await prepareDatabase(connected, { keys: openKeys(config), now: Date.now(), production: false })
    // One statement inserts years of data, so the connection must have no deadline.
    return await connected.withDedicatedConnection((db) => work(db, config))
  } finally {
    await connected.close()
  }
}

type Row = typeof member.$inferInsert

/** Inserts members and returns their rows. */
export const insertMembers = async (db: Database, count: number, overrides: Partial<Row> = {}): Promise<Row[]> => {
  const now = Date.now()
  const rows = Array.from({ length: count }, (): Row => {
    const id = uuidv7()
    return {
      id,
      email: `bench.${id}@mail.example`,
      engSurname: 'Example',
      engNm: 'Ana',
      gender: 'none',
      termsAt: now,
      privacyAt: now,
      joinedAt: now,
      ...overrides,
    }
  })
  await db.insert(member).values(rows)
  return rows
}

const STEP = 50_000

/** Inserts that many members, each with a paid order and its pass; every second pass has an entry. */
export const insertPastMembers = async (db: Database, members: number): Promise<void> => {
  for (let from = 1; from <= members; from += STEP) {
    const numbers = sql`generate_series(${from}::int, ${Math.min(members, from + STEP - 1)}::int) as nth`
    // Ids of one person end in the same number: the member's, the order's and the pass's.
    const id = (kind: string) => sql.raw(`('01800000-0000-7000-${kind}-' || lpad(to_hex(nth), 12, '0'))::uuid`)
    await db.execute(sql`
      insert into member (id, email, eng_surname, eng_nm, gender, terms_at, privacy_at, joined_at)
      select ${id('8001')}, 'grown.' || nth || '@mail.example', 'Example', 'Ana', 'none', nth, nth, nth from ${numbers}`)
    await db.execute(sql`
      insert into orders (ord_uid, quote_uid, order_number, member_id, kind, gds_uid, gds_dtl_uid, pass_type, medium,
        pass_cnt, unit_price, discount, amount, window_hours, cancel_days, state, method, locale, buyer_name, buyer_email,
        payment_key, ordered_at, paid_at)
      select ${id('8002')}, ${id('8003')}, 'HP-GROWN-' || nth, ${id('8001')}, 'pass', 'pass-48h-mobile',
        'pass-48h-mobile-std', '48H', 'mobile', 1, 85000, 0, 85000, 48, 7, 'paid', 'overseas_card', 'en', 'Ana Example',
        'grown.' || nth || '@mail.example', 'grown-' || nth, nth, nth from ${numbers}`)
    await db.execute(sql`
      insert into pass (pass_uid, ord_uid, unit, order_number, member_id, gds_uid, pass_type, medium, holder, window_hours,
        purchased_at, valid_until)
      select ${id('8004')}, ${id('8002')}, 0, 'HP-GROWN-' || nth, ${id('8001')}, 'pass-48h-mobile', '48H', 'mobile',
        'Ana Example', 48, nth, nth from ${numbers}`)
    await db.execute(sql`
      insert into admission (admission_uid, pass_uid, gds_uid, pass_group, gate_uid, by, at)
      select ${id('8005')}, ${id('8004')}, 'busan-tower', 'B', ${id('8006')}, 'clock', nth from ${numbers} where nth % 2 = 0`)
  }
  await db.execute(sql`analyze`)
}
