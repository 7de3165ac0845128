import { uuidv7 } from 'uuidv7'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as store from './store.ts'

const shown = (row: store.Row): Inquiry => ({
  id: row.id,
  number: `Q-${String(row.number).padStart(6, '0')}`,
  email: row.email,
  content: row.content,
  state: row.answer === null ? 'waiting' : 'answered',
  writtenAt: row.writtenAt,
  answer: row.answer === null || row.answeredAt === null ? null : { content: row.answer, at: row.answeredAt },
})

export interface Written {
  /** Made by the client; made here when it is missing. */
  id?: string | undefined
  /** null: a guest, known by the email alone. */
  memberId: string | null
  email: string
  content: string
}

const isSame = (row: store.Row, { memberId, email, content }: Written): boolean =>
  row.memberId === memberId && row.email === email && row.content === content

/**
 * Writes an inquiry, or finds it again: the same id, author and words are the same inquiry.
 * Throws `E_KEY_REUSED` when the id belongs to another.
 */
export const writeInquiry = async (tx: Tx, written: Written, now: number): Promise<Inquiry> => {
  const id = written.id?.toLowerCase() ?? uuidv7()
  const again = (row: store.Row | undefined): Inquiry => {
    if (!row || !isSame(row, written)) throw new Refusal('E_KEY_REUSED')
    return shown(row)
  }
  const before = await store.find(tx, id)
  if (before) return again(before)
  const { memberId, email, content } = written
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
  })
  return row ? shown(row) : again(await store.find(tx, id))
}

/** A member's inquiries, newest first. */
export const listInquiries = async (db: Database, memberId: string, pageNum: number, pageSize: number) => {
  const rows = await store.page(db, memberId, pageNum, pageSize)
  return { list: rows.map(shown), pageNum, pageSize, total: await store.countOf(db, memberId) }
}

export const countInquiries = (db: Database, memberId: string): Promise<number> => store.countOf(db, memberId)
