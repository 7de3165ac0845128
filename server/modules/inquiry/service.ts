import { uuidv7 } from 'uuidv7'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { Locale } from '#contract/locales.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { filesOf, takeFiles } from '#server/modules/file/service.ts'
import { tell } from '#server/modules/news/service.ts'
import type { Mail } from '#server/outside/mail/mail.ts'
import * as store from './store.ts'

const numberOf = (row: store.Row): string => `Q-${String(row.number).padStart(6, '0')}`

const shown = (row: store.Row, files: string[] | undefined): Inquiry => ({
  id: row.id,
  number: numberOf(row),
  email: row.email,
  content: row.content,
  state: row.answer === null ? 'waiting' : 'answered',
  writtenAt: row.writtenAt,
  answer: row.answer === null || row.answeredAt === null ? null : { content: row.answer, at: row.answeredAt },
  ...(files && files.length > 0 ? { files } : {}),
})

export interface Written {
  /** Made by the client; made here when it is missing. */
  id?: string | undefined
  /** null: a guest, known by the email alone. */
  memberId: string | null
  email: string
  content: string
  /** Uploads of the member. */
  files?: string[] | undefined
  /** The language of the answer's mail. */
  locale: Locale
}

/** Is it the same person who wrote this one? */
const isAuthor = (row: store.Row, { memberId, email }: Written): boolean =>
  row.memberId === memberId && (memberId !== null || row.email === email)

const isSame = (row: store.Row, { memberId, email, content }: Written): boolean =>
  row.memberId === memberId && row.email === email && row.content === content

const filesOfOne = async (db: Database | Tx, id: string) => (await filesOf(db, [id])).get(id)

/**
 * Writes an inquiry, or finds it again: the same id, author and words are the same inquiry.
 * An id that somebody else has used already is as good as none: it gets another, which the answer names. Throws
 * `E_KEY_REUSED` when the author has used the id for other words, `E_NOT_FOUND` for a file that is not the member's upload.
 */
export const writeInquiry = async (tx: Tx, written: Written, now: number): Promise<Inquiry> => {
  const id = written.id?.toLowerCase() ?? uuidv7()
  const again = async (row: store.Row | undefined): Promise<Inquiry> => {
    if (!row || !isSame(row, written)) throw new Refusal('E_KEY_REUSED')
    return shown(row, await filesOfOne(tx, id))
  }
  const before = await store.find(tx, id)
  if (before && !isAuthor(before, written)) return writeInquiry(tx, { ...written, id: undefined }, now)
  if (before) return again(before)
  const { memberId, email, content, locale } = written
  const files = written.files?.map((one) => one.toLowerCase()) ?? []
  const number = await store.nextNumber(tx)
  const row = await store.insert(tx, {
    id,
    number,
    memberId,
    email,
    content,
    writtenAt: now,
    answer: null,
    answeredAt: null,
    locale,
  })
  if (!row) {
    const existing = await store.find(tx, id)
    return existing && !isAuthor(existing, written)
      ? writeInquiry(tx, { ...written, id: undefined }, now)
      : again(existing)
  }
  if (memberId !== null) await takeFiles(tx, { fileUids: files, memberId, kind: 'inquiry', usedBy: id })
  return shown(row, await filesOfOne(tx, id))
}

/** A member's inquiries, newest first. */
export const listInquiries = async (db: Database, memberId: string, pageNum: number, pageSize: number) => {
  const rows = await store.page(db, memberId, pageNum, pageSize)
  const files = await filesOf(
    db,
    rows.map(({ id }) => id),
  )
  return {
    list: rows.map((row) => shown(row, files.get(row.id))),
    pageNum,
    pageSize,
    total: await store.countOf(db, memberId),
  }
}

/** One inquiry of this member. Another's is as good as none: `E_NOT_FOUND`. */
export const readInquiry = async (db: Database, id: string, memberId: string): Promise<Inquiry> => {
  const row = await store.find(db, id)
  if (row?.memberId !== memberId) throw new Refusal('E_NOT_FOUND')
  return shown(row, await filesOfOne(db, id))
}

/** Long enough for a mailbox that is away for the weekend. */
const ANSWER_MS = 7 * 86_400_000

/**
 * Answers an inquiry, once (specification 3: waiting → answered), by mail to the address that was written; a member hears
 * of it in the news feed too. Call `mail.wake()` after the commit. Throws `E_NOT_FOUND`: no such inquiry, or it was
 * answered before.
 */
export const answerInquiry = async (
  tx: Tx,
  mail: Pick<Mail, 'send'>,
  { number, content }: { number: number; content: string },
  now: number,
): Promise<Inquiry> => {
  const row = await store.answer(tx, number, content, now)
  if (!row) throw new Refusal('E_NOT_FOUND')
  const { id, memberId, email, locale } = row
  const key = `inquiry-answered:${id}`
  const values = { number: numberOf(row) }
  if (memberId !== null) await tell(tx, { memberId, kind: 'inquiry_answered', key, values, at: now })
  const letter = { id: 'inquiryAnswered', values: { ...values, answer: content } } as const
  await mail.send({ ...letter, to: email, locale, key, until: now + ANSWER_MS }, tx)
  return shown(row, await filesOfOne(tx, id))
}

export const countInquiries = (db: Database, memberId: string): Promise<number> => store.countOf(db, memberId)
