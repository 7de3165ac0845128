import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { DAY_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { isDue } from '#server/db/due.ts'
import { mailOutbox } from '#server/db/schema/mail.ts'
import { isLetterId, writeLetter, type LetterId } from './letters.ts'
import type { Mail } from './mail.ts'
import { openTransport, type Transport } from './transport.ts'

const LANES = 4
/** A mail that a process took without finishing it is taken again after this. */
const LEASE_MS = 60_000
const BACKOFF_MIN_MS = 5_000
const BACKOFF_MAX_MS = 300_000
/** How long keys are kept, so that no mail is sent twice. */
const KEEP_MS = 45 * DAY_MS

type Row = typeof mailOutbox.$inferSelect

/**
 * Makes the values of a letter that was queued without any, at the time it is sent: so the call that queues it takes as
 * long for a mailbox without an account as for one with it. Resolves to null when the mailbox has no account.
 */
export type Prepare = (letter: LetterId, to: string) => Promise<Record<string, string> | null>

interface Parts {
  config: Config
  db: Database
  clock: () => number
  log: Logger
  /** A process without it leaves such letters to another one. */
  prepare?: Prepare
}

/** Takes one due mail; the row lock arbitrates between processes. */
const take = async (db: Database, now: number): Promise<Row | undefined> => {
  const due = sql`(select key from mail_outbox where ${isDue(mailOutbox.nextAt, now, BACKOFF_MAX_MS)} order by next_at limit 1 for update skip locked)`
  const rows = await db
    .update(mailOutbox)
    .set({ nextAt: now + LEASE_MS, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(and(eq(mailOutbox.key, due), isDue(mailOutbox.nextAt, now, BACKOFF_MAX_MS)))
    .returning()
  return rows[0]
}

/** Marks a mail as done. The row keeps no address and no code, only its key. */
const finish = (db: Database, row: Row) =>
  db.update(mailOutbox).set({ nextAt: null, to: '', values: {} }).where(eq(mailOutbox.key, row.key))

const postpone = (db: Database, row: Row, now: number) =>
  db
    .update(mailOutbox)
    .set({ nextAt: now + Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(row.attempts - 1, 10)) })
    .where(and(eq(mailOutbox.key, row.key), eq(mailOutbox.attempts, row.attempts)))

/** Whether an address has an IP address as domain: sign-up accepts the form, but no mail is sent there. */
const isNumeric = (address: string): boolean => address.endsWith(']')

const PREPARED = new Set<LetterId>(['temporaryPassword'])
const isEmpty = (values: object): boolean => Object.keys(values).length === 0

const handOver = async ({ db, clock, log, prepare }: Parts, transport: Transport, row: Row): Promise<void> => {
  if (row.until < clock() || !isLetterId(row.letter) || isNumeric(row.to)) {
    await finish(db, row)
    log.warn({ letter: row.letter, attempts: row.attempts }, 'a mail was not worth sending any more')
    return
  }
  try {
    const id = createHash('sha256').update(row.key).digest('hex').slice(0, 32)
    const values = PREPARED.has(row.letter) && isEmpty(row.values) ? await prepare?.(row.letter, row.to) : row.values
    if (values === undefined) throw new Error('another process prepares this letter')
    if (values === null) {
      await finish(db, row)
      return
    }
    const letter = writeLetter(row.letter, row.locale, values)
    await transport.send({ ...letter, to: row.to, messageId: `<${id}@harbor-pass>`, writtenAt: row.writtenAt })
  } catch (error) {
    await postpone(db, row, clock())
    // The message of an SMTP error may contain the address.
    log.warn({ letter: row.letter, attempts: row.attempts, why: (error as { code?: unknown }).code }, 'a mail waits')
    return
  }
  await finish(db, row)
}

/** Creates the mail queue on a transport. */
export const createMailQueue = (parts: Parts, transport: Transport = openTransport(parts.config)): Mail => {
  let closed = false
  let hasNewRequest = false
  let running: Promise<void> | undefined

  const lane = async (): Promise<void> => {
    for (
      let row = await take(parts.db, parts.clock());
      row;
      row = closed ? undefined : await take(parts.db, parts.clock())
    )
      await handOver(parts, transport, row)
  }
  const turn = async (): Promise<void> => {
    do {
      hasNewRequest = false
      await Promise.all(Array.from({ length: LANES }, lane))
    } while (hasNewRequest && !closed)
  }
  const deliver = (): Promise<void> => {
    if (closed) return Promise.resolve()
    hasNewRequest = true
    running ??= turn().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    send: async (letter, tx) => {
      const { to, locale, id, values, key, until } = letter
      const now = parts.clock()
      await tx
        .insert(mailOutbox)
        .values({ key, to, locale, letter: id, values, writtenAt: now, until, attempts: 0, nextAt: now })
        .onConflictDoNothing()
    },
    deliver,
    wake: () => {
      deliver().catch((error: unknown) => parts.log.error({ err: error }, 'mail could not be looked through'))
    },
    close: async () => {
      closed = true
      await running?.catch(() => undefined)
      transport.close()
    },
  }
}

/** Deletes the keys of mails that were done more than `KEEP_MS` ago. */
export const forgetMails = async (db: Database, now: number): Promise<void> => {
  await db.delete(mailOutbox).where(and(isNull(mailOutbox.nextAt), lt(mailOutbox.writtenAt, now - KEEP_MS)))
}
