import { randomBytes } from 'node:crypto'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { MINUTE_MS } from '#contract/time.ts'
import { GatewayRefused, type PaymentState, type Prepare } from '../gateway.ts'

/** Outcomes that the buyer can choose on the sandbox's page. */
export const CHOICES = ['approve', 'decline', 'domestic', 'late', 'lose', 'twice'] as const
export type Choice = (typeof CHOICES)[number]

export interface Row extends Prepare {
  /** Random token in the address of the page. */
  page: string
  state: PaymentState
  reason: 'declined' | 'domestic_card' | null
  refunded: number
  /** When the bank will answer; null: not delayed. */
  lateAt: number | null
  /** 1: no webhook is sent. */
  silent: 0 | 1
  authorisedAt: number | null
  /** 1: the buyer's bank has opened a charge-back. */
  disputed: 0 | 1
}

/** One line of the ledger: an event of a payment, with the amount that moved. */
export interface Line {
  key: string
  what: 'authorised' | 'paid' | 'declined' | 'refunded' | 'released' | 'disputed' | 'resolved'
  amount: number
  at: number
}

/** A webhook that the shop has not accepted yet. */
export interface Message {
  id: number
  key: string
  url: string
  body: string
  attempts: number
}

/** An authorisation that is not confirmed lapses after this. */
const LAPSE_MS = 30 * MINUTE_MS
const RETRY_MAX_MS = 60_000

const SCHEMA = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS payment (
    key TEXT PRIMARY KEY, page TEXT NOT NULL UNIQUE, amount INTEGER NOT NULL, orderNumber TEXT NOT NULL,
    orderName TEXT NOT NULL, method TEXT NOT NULL, locale TEXT NOT NULL, returnUrl TEXT NOT NULL,
    webhookUrl TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'ready', reason TEXT, refunded INTEGER NOT NULL DEFAULT 0,
    lateAt INTEGER, silent INTEGER NOT NULL DEFAULT 0, authorisedAt INTEGER,
    disputed INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE IF NOT EXISTS refund (key TEXT NOT NULL, cancelKey TEXT PRIMARY KEY, amount INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS line (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, what TEXT NOT NULL, amount INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, url TEXT NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, dueAt INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS payment_state ON payment (state);
`

/**
 * Opens the sandbox's ledger, an SQLite file that stays consistent when the process is killed. It does not wait for
 * fsync: a power cut loses only play money, and a real gateway would not load this machine's disk either.
 * Methods throw `GatewayRefused` for transitions that a payment does not allow.
 */
export const openLedger = (file: string, clock: () => number) => {
  const db = new DatabaseSync(file)
  db.exec(SCHEMA)
  // A ledger of an earlier release lacks the column.
  if (!db.prepare("SELECT 1 FROM pragma_table_info('payment') WHERE name = 'disputed'").get())
    db.exec('ALTER TABLE payment ADD COLUMN disputed INTEGER NOT NULL DEFAULT 0')

  const statements = new Map<string, StatementSync>()
  const statement = (text: string): StatementSync => {
    const statement = statements.get(text) ?? db.prepare(text)
    statements.set(text, statement)
    return statement
  }
  const atomically = <T>(work: () => T): T => {
    statement('BEGIN IMMEDIATE').run()
    try {
      const result = work()
      statement('COMMIT').run()
      return result
    } catch (error) {
      statement('ROLLBACK').run()
      throw error
    }
  }
  const find = (column: 'key' | 'page', value: string): Row | null =>
    (statement(`SELECT * FROM payment WHERE ${column} = ?`).get(value) as Row | undefined) ?? null
  const requireRow = (key: string): Row => {
    const row = find('key', key)
    if (!row) throw new GatewayRefused('unknown_payment')
    return row
  }
  const queueMessage = (row: Row, what: Line['what'], copies = 1) => {
    if (row.silent) return
    const body = JSON.stringify({ type: `payment.${what}`, key: row.key, at: clock() })
    for (let copy = 0; copy < copies; copy += 1)
      statement('INSERT INTO message (key, url, body, dueAt) VALUES (?, ?, ?, ?)').run(
        row.key,
        row.webhookUrl,
        body,
        clock(),
      )
  }
  const write = (key: string, what: Line['what'], amount: number) =>
    statement('INSERT INTO line (key, what, amount, at) VALUES (?, ?, ?, ?)').run(key, what, amount, clock())

  const authorise = (row: Row, copies = 1) => {
    statement("UPDATE payment SET state = 'authorised', lateAt = NULL, authorisedAt = ? WHERE key = ?").run(
      clock(),
      row.key,
    )
    write(row.key, 'authorised', row.amount)
    queueMessage(row, 'authorised', copies)
  }
  const decline = (row: Row, reason: Row['reason']) => {
    statement("UPDATE payment SET state = 'declined', reason = ? WHERE key = ?").run(reason, row.key)
    write(row.key, 'declined', 0)
    queueMessage(row, 'declined')
  }
  const release = (row: Row) => {
    statement("UPDATE payment SET state = 'cancelled' WHERE key = ?").run(row.key)
    write(row.key, 'released', 0)
    queueMessage(row, 'released')
  }

  return {
    get: (key: string) => find('key', key),
    byPage: (page: string) => find('page', page),

    prepare: (order: Prepare): Row =>
      atomically(() => {
        const existing = find('key', order.key)
        if (existing && existing.amount !== order.amount) throw new GatewayRefused('key_reused')
        if (!existing)
          statement(
            `INSERT INTO payment (key, page, amount, orderNumber, orderName, method, locale, returnUrl, webhookUrl)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ).run(
            order.key,
            randomBytes(18).toString('base64url'),
            order.amount,
            order.orderNumber,
            order.orderName,
            order.method,
            order.locale,
            order.returnUrl,
            order.webhookUrl,
          )
        return requireRow(order.key)
      }),

    /** Applies the button that the buyer presses; only the first press counts. */
    choose: (page: string, choice: Choice, lateMs: number): Row | null =>
      atomically(() => {
        const row = find('page', page)
        if (!row || row.state !== 'ready' || row.lateAt !== null) return row
        if (choice === 'decline') decline(row, 'declined')
        else if (choice === 'domestic') decline(row, 'domestic_card')
        else if (choice === 'late')
          statement('UPDATE payment SET lateAt = ? WHERE key = ?').run(clock() + lateMs, row.key)
        else if (choice === 'lose') {
          statement('UPDATE payment SET silent = 1 WHERE key = ?').run(row.key)
          authorise({ ...row, silent: 1 })
        } else authorise(row, choice === 'twice' ? 2 : 1)
        return requireRow(row.key)
      }),

    confirm: (key: string, amount: number): Row =>
      atomically(() => {
        const row = requireRow(key)
        if (row.amount !== amount) throw new GatewayRefused('amount')
        if (row.state === 'paid') return row
        if (row.state !== 'authorised') throw new GatewayRefused(`not_authorised`)
        statement("UPDATE payment SET state = 'paid' WHERE key = ?").run(key)
        write(key, 'paid', amount)
        queueMessage(row, 'paid')
        return requireRow(key)
      }),

    /** Refunds, or releases an authorisation; idempotent by `cancelKey`. */
    cancel: (key: string, amount: number, cancelKey: string): Row =>
      atomically(() => {
        const row = requireRow(key)
        const refund = statement('SELECT key, amount FROM refund WHERE cancelKey = ?').get(cancelKey)
        if (refund && (refund.key !== key || refund.amount !== amount)) throw new GatewayRefused('key_reused')
        if (refund || row.state === 'cancelled') return row
        if (row.state === 'authorised') {
          release(row)
          return requireRow(key)
        }
        if (row.state !== 'paid') throw new GatewayRefused('not_paid')
        if (!Number.isSafeInteger(amount) || amount < 1 || row.refunded + amount > row.amount)
          throw new GatewayRefused('amount')
        statement('INSERT INTO refund (key, cancelKey, amount) VALUES (?, ?, ?)').run(key, cancelKey, amount)
        statement(
          "UPDATE payment SET refunded = refunded + ?1, state = CASE WHEN refunded + ?1 = amount THEN 'cancelled' ELSE state END WHERE key = ?2",
        ).run(amount, key)
        write(key, 'refunded', amount)
        queueMessage(row, 'refunded')
        return requireRow(key)
      }),

    /** Opens or resolves a dispute about a charge; idempotent. */
    dispute: (key: string, open: boolean): Row =>
      atomically(() => {
        const row = requireRow(key)
        if (row.state !== 'paid') throw new GatewayRefused('not_paid')
        if ((row.disputed === 1) === open) return row
        statement('UPDATE payment SET disputed = ? WHERE key = ?').run(open ? 1 : 0, key)
        write(key, open ? 'disputed' : 'resolved', 0)
        queueMessage(row, open ? 'disputed' : 'resolved')
        return requireRow(key)
      }),

    /** Applies what is due: late answers, and authorisations that lapse. */
    turn: () =>
      atomically(() => {
        const due = statement(
          "SELECT * FROM payment WHERE (state = 'ready' AND lateAt <= ?) OR (state = 'authorised' AND authorisedAt <= ?)",
        ).all(clock(), clock() - LAPSE_MS) as unknown as Row[]
        for (const row of due)
          if (row.state === 'ready') authorise(row)
          else release(row)
      }),

    /** Takes due webhooks; each is due again later, with backoff, until `delivered`. */
    takeMessages: (): Message[] =>
      atomically(() => {
        const due = statement('SELECT * FROM message WHERE dueAt <= ? ORDER BY id LIMIT 20').all(
          clock(),
        ) as unknown as Message[]
        for (const { id, attempts } of due)
          statement('UPDATE message SET attempts = attempts + 1, dueAt = ? WHERE id = ?').run(
            clock() + Math.min(RETRY_MAX_MS, 500 * 2 ** Math.min(attempts, 10)),
            id,
          )
        return due
      }),
    delivered: (id: number) => statement('DELETE FROM message WHERE id = ?').run(id),

    /** Returns the whole ledger, oldest first. */
    book: () => ({
      payments: statement('SELECT * FROM payment ORDER BY rowid').all() as unknown as Row[],
      lines: statement('SELECT key, what, amount, at FROM line ORDER BY id').all() as unknown as Line[],
    }),
    close: () => db.close(),
  }
}
export type Ledger = ReturnType<typeof openLedger>
