import { and, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database } from '#server/db/connect.ts'
import { isDue } from '#server/db/due.ts'
import { job } from '#server/db/schema/job.ts'
import { mailContent, mailOutbox } from '#server/db/schema/mail.ts'
import { orderJob } from '#server/db/schema/order.ts'

/**
 * Takes over the jobs that the release before keeps in tables of their own, `mail_outbox` and `order_job` (decision
 * 0120). A server of that release may run beside this one: a row that it has leased is not due, and a row that it is
 * leasing is locked; both are skipped. Delete this file with the two tables.
 */

const BATCH_ROWS = 1_000
/** The longest waits that the release before writes. */
const MAIL_WAIT_MS = 5 * MINUTE_MS
const CHECK_WAIT_MS = DAY_MS

const instant = (ms: number): SQL => sql`${ms}::bigint`

/** Moves the due mails. Their keys stay in the old table, so that the release before sends no second mail. */
const moveMails = (db: Database, now: number) =>
  db.execute(sql`
  with due as materialized (
    select * from ${mailOutbox} where ${isDue(mailOutbox.nextAt, now, MAIL_WAIT_MS)}
    order by next_at limit ${BATCH_ROWS} for update skip locked
  ), emptied as (
    update ${mailOutbox} set next_at = null, "to" = '', "values" = '{}' from due where ${mailOutbox.key} = due.key
  ), queued as (
    insert into ${job} (key, kind, args, written_at, due_at, waits_since, tries)
    select 'mail:' || due.key, 'mail', jsonb_build_object('key', due.key), due.written_at, ${instant(now)}, ${instant(now)}, due.attempts
    from due on conflict do nothing returning key
  )
  insert into ${mailContent} (key, "to", locale, letter, "values", written_at, until)
  select due.key, due."to", due.locale, due.letter, due."values", due.written_at, due.until
  from due join queued on queued.key = 'mail:' || due.key`)

/** Moves the due checks of payments; a check that had ended begins again. */
const moveChecks = (db: Database, now: number) =>
  db.execute(sql`
  with due as materialized (
    select ord_uid from ${orderJob} where ${isDue(orderJob.dueAt, now, CHECK_WAIT_MS)}
    order by due_at limit ${BATCH_ROWS} for update skip locked
  ), emptied as (
    delete from ${orderJob} using due where ${orderJob.ordUid} = due.ord_uid
  )
  insert into ${job} (key, kind, args, written_at, due_at, waits_since)
  select 'payment:' || due.ord_uid::text, 'payment', jsonb_build_object('ordUid', due.ord_uid), ${instant(now)}, ${instant(now)}, ${instant(now)}
  from due on conflict (key) do update set due_at = excluded.due_at, waits_since = excluded.waits_since, lease = ${job}.lease + 1, done_at = null`)

/** Deletes the keys of the old mails that were done and written before `before` (ms UTC). */
export const deleteOldMails = async (db: Database, before: number): Promise<void> => {
  await db.delete(mailOutbox).where(and(isNull(mailOutbox.nextAt), lt(mailOutbox.writtenAt, before)))
}

/** Moves up to 1,000 due rows of each old table to `job`. */
export const moveOldJobs = async (db: Database, now: number): Promise<void> => {
  await moveMails(db, now)
  await moveChecks(db, now)
}
