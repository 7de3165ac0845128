import { eq, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { mailContent, mailOutbox } from '#server/db/schema/mail.ts'
import { insertEach } from '#server/modules/job/service.ts'

export type Content = typeof mailContent.$inferSelect

/** Kind of the jobs that send a mail; `args.key` is that of its content. */
export const MAIL_JOB = 'mail'

/**
 * Writes a mail and the job that sends it. No-op for a key that was used before, also by the queue of an earlier
 * release (`mailOutbox`). Mails of one `lane` are sent one at a time; without a lane a mail waits for no other.
 */
export const insertMail = async (tx: Tx, content: Content, lane?: string): Promise<void> => {
  const { key, writtenAt } = content
  const at = sql`${writtenAt}::bigint`
  const isNew = sql`(select) as one where not exists (select from ${mailOutbox} where ${eq(mailOutbox.key, key)})`
  const job = {
    kind: MAIL_JOB,
    key: sql`${`${MAIL_JOB}:${key}`}::text`,
    args: sql`${JSON.stringify({ key, lane })}::jsonb`,
    dueAt: at,
    waitsSince: at,
  }
  const { rows } = await tx.execute(sql`${insertEach(isNew, job)} returning key`)
  if (rows.length === 1) await tx.insert(mailContent).values(content)
}

/** Returns the content of a mail; undefined once it was sent or given up. */
export const findContent = async (db: Database, key: string): Promise<Content | undefined> => {
  const rows = await db.select().from(mailContent).where(eq(mailContent.key, key))
  return rows[0]
}

/** Deletes the content of a mail, once it was sent or given up. */
export const deleteContent = async (db: Database, key: string): Promise<void> => {
  await db.delete(mailContent).where(eq(mailContent.key, key))
}

/** Deletes the contents of all mails to an address in lower case: their jobs then send nothing. */
export const deleteContentTo = async (tx: Tx, to: string): Promise<void> => {
  await tx.delete(mailContent).where(eq(sql`lower(${mailContent.to})`, to))
}
