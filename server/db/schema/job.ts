import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** Scheduled work. A row is written in the transaction of its cause and stays when done: its key makes it run once. */
export const job = pgTable(
  'job',
  {
    key: text('key').primaryKey(),
    kind: text('kind').notNull(),
    /** Ids and numbers only; names and texts of people stay in the tables of their modules. */
    args: jsonb('args').$type<Record<string, string | number>>().notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Due from then on; null: done. */
    dueAt: instant('due_at'),
    /** The clock when a wait was written; null: `dueAt` is an appointment, independent of that clock. */
    waitsSince: instant('waits_since'),
    /** Number of times it was taken; a worker with an older lease has lost the job. */
    lease: integer('lease').notNull().default(0),
    /** Attempts since the last success. */
    tries: integer('tries').notNull().default(0),
    doneAt: instant('done_at'),
  },
  (table) => [
    index('job_due').on(table.dueAt),
    index('job_done').on(table.doneAt),
    // Waits that a fast clock wrote are looked for each second; they are few among all appointments.
    index('job_waits')
      .on(table.waitsSince)
      .where(sql`due_at is not null and waits_since is not null`),
  ],
)
