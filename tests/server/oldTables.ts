import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { HOUR_MS } from '#contract/time.ts'

/** Returns a mail as the release before queued it. */
export const oldMail = (now: number, goodForMs = HOUR_MS) => {
  const key = randomUUID()
  return {
    key,
    to: `${key}@mail.example`,
    locale: 'en' as const,
    letter: 'code',
    values: { code: '271828', minutes: '10' },
    writtenAt: now,
    until: now + goodForMs,
    attempts: 0,
    nextAt: now,
  }
}

/** The statements with which the release before took a mail, and checks of payments. */
const OLD_TAKES = {
  mail: (now: number) => `
    update "mail_outbox" set "attempts" = "mail_outbox"."attempts" + 1, "next_at" = ${now + 60_000}
    where "mail_outbox"."key" = (
      select key from mail_outbox
      where ("mail_outbox"."next_at" <= ${now} or "mail_outbox"."next_at" > ${now + 360_000})
      order by next_at limit 1 for update skip locked)
    and ("mail_outbox"."next_at" <= ${now} or "mail_outbox"."next_at" > ${now + 360_000}) returning *`,
  check: (now: number) => `
    update "order_job" set "due_at" = ${now + 30_000}, "attempts" = "order_job"."attempts" + 1
    where "order_job"."ord_uid" in (
      select "ord_uid" from "order_job"
      where ("order_job"."due_at" <= ${now} or "order_job"."due_at" > ${now + 86_460_000})
      order by "order_job"."due_at" asc limit 8 for update skip locked) returning *`,
}
export type OldTable = keyof typeof OLD_TAKES

export const oldTakeText = (table: OldTable, now: number): string => OLD_TAKES[table](now)
export const oldTake = (table: OldTable, now: number): SQL => sql.raw(oldTakeText(table, now))
