import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** Work for later. A row is written with its cause and stays after it is done: its key is what makes it happen once. */
export const job = pgTable(
  'job',
  {
    key: text('key').primaryKey(),
    kind: text('kind').notNull(),
    /** Ids and numbers only: what a person wrote or is called stays in the tables of its module. */
    args: jsonb('args').$type<Record<string, string | number>>().notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Due from then on; null: done. */
    dueAt: instant('due_at'),
    /** By the clock at which a wait was written; null: `dueAt` is an appointment, whatever the clock said then. */
    waitsSince: instant('waits_since'),
    /** Counts how often it was taken: who holds an older lease has lost the job. */
    lease: integer('lease').notNull().default(0),
    /** Tries since it last went well. */
    tries: integer('tries').notNull().default(0),
    doneAt: instant('done_at'),
  },
  (table) => [
    index('job_due').on(table.dueAt),
    index('job_done').on(table.doneAt),
    // What waits for a clock that ran ahead is looked for each second: a few rows among all appointments.
    index('job_waits')
      .on(table.waitsSince)
      .where(sql`due_at is not null and waits_since is not null`),
  ],
)
