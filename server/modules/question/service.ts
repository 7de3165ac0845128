import type { Question } from '#contract/calls/question.ts'
import { goodsAddress } from '#contract/rules/goodsAddress.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findGoods } from '#server/modules/goods/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { authorOf } from '#server/modules/review/service.ts'
import * as store from './store.ts'

/** Presents a question to a reader; `memberId` is null for a visitor. */
const present = (row: store.Row, memberId: string | null): Question => ({
  questionUid: row.questionUid,
  gdsUid: row.gdsUid,
  author: row.author,
  content: row.content,
  state: row.answer === null ? 'waiting' : 'answered',
  privateYn: row.isPrivate ? 'Y' : 'N',
  mineYn: row.memberId === memberId ? 'Y' : 'N',
  writtenAt: row.writtenAt,
  answer: row.answer === null || row.answeredAt === null ? null : { content: row.answer, at: row.answeredAt },
})

/**
 * Returns a page of the questions about goods, newest first: the public ones, and all of the reader. `memberId` is null
 * for a visitor. Throws `E_NOT_FOUND` for an unknown id.
 */
export const listQuestions = async (
  db: Database,
  wanted: { gdsUid: string; pageNum: number; pageSize: number },
  memberId: string | null,
) => {
  if (!(await findGoods(db, wanted.gdsUid))) throw new Refusal('E_NOT_FOUND')
  const rows = await store.page(db, wanted, memberId)
  return {
    list: rows.map((row) => present(row, memberId)),
    pageNum: wanted.pageNum,
    pageSize: wanted.pageSize,
    total: await store.countOf(db, wanted.gdsUid, memberId),
  }
}

export interface Written {
  /** Made by the client. */
  questionUid: string
  gdsUid: string
  content: string
  isPrivate: boolean
}

/**
 * Stores a question; idempotent by id, author and content. Throws `E_NOT_FOUND` for unknown goods, `E_KEY_REUSED` when
 * the id is taken by another question, `E_TOKEN` for a withdrawn member.
 */
export const askQuestion = async (
  tx: Tx,
  { gdsUid, content, isPrivate, ...written }: Written,
  memberId: string,
  now: number,
): Promise<Question> => {
  const questionUid = written.questionUid.toLowerCase()
  if (!(await findGoods(tx, gdsUid))) throw new Refusal('E_NOT_FOUND')
  const member = await readMember(tx, memberId)
  if (!member) throw new Refusal('E_TOKEN')
  const values = { questionUid, gdsUid, memberId, content: content.trim(), isPrivate }
  const fresh = { ...values, author: authorOf(member), writtenAt: now, hidden: false, answer: null, answeredAt: null }
  const row = (await store.insert(tx, fresh)) ?? (await store.find(tx, questionUid))
  const isSame =
    row?.memberId === memberId && row.gdsUid === gdsUid && row.content === values.content && row.isPrivate === isPrivate
  if (!row || !isSame) throw new Refusal('E_KEY_REUSED')
  return present(row, memberId)
}

/**
 * Deletes a question of the member that has no answer. Throws `E_NOT_FOUND`, also for another member's question;
 * `E_QUESTION_ANSWERED`.
 */
export const withdrawQuestion = async (tx: Tx, questionUid: string, memberId: string): Promise<void> => {
  if (await store.withdraw(tx, questionUid, memberId)) return
  const row = await store.find(tx, questionUid)
  throw new Refusal(row?.memberId === memberId ? 'E_QUESTION_ANSWERED' : 'E_NOT_FOUND')
}

/** Returns the questions that wait for an answer, oldest first. For the operator. */
export const waitingQuestions = async (db: Database) =>
  (await store.waiting(db)).map(({ memberId: _memberId, answer: _answer, answeredAt: _answeredAt, ...row }) => row)

/**
 * Answers a question, once, and notifies its author with a link to it. For the operator. Throws `E_NOT_FOUND` when it
 * is unknown, withdrawn or answered.
 */
export const answerQuestion = async (tx: Tx, questionUid: string, content: string, now: number): Promise<void> => {
  const row = await store.answer(tx, questionUid, content, now)
  if (!row) throw new Refusal('E_NOT_FOUND')
  const goods = await findGoods(tx, row.gdsUid)
  if (!goods) return
  await notifyMember(tx, {
    memberId: row.memberId,
    kind: 'question_answered',
    key: `question-answered:${questionUid}`,
    values: {
      goods: goods.doc.name,
      path: `${goodsAddress(goods.doc.type, row.gdsUid)}#goods-questions`,
    },
    at: now,
  })
}

/** Hides a question from everybody but its author, or shows it again. For the operator. Throws `E_NOT_FOUND`. */
export const hideQuestion = async (tx: Tx, questionUid: string, hidden: boolean): Promise<void> => {
  if (!(await store.setHidden(tx, questionUid, hidden))) throw new Refusal('E_NOT_FOUND')
}
