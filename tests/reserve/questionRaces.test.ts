import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as question from '#contract/calls/question.ts'
import { Refusal } from '#server/http/refusal.ts'
import { answerQuestion } from '#server/modules/question/service.ts'
import { openRace, type Race } from '../harness/race.ts'
import { openReservationShop, type ReservationShop } from './reservationShop.ts'

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('an answer and a withdrawal of one question, on postgres', () => {
  let race: Race
  let inn: ReservationShop
  let token = ''
  beforeAll(async () => {
    race = openRace()
    inn = await openReservationShop({ engine: 'postgres' })
    token = (await inn.visitor()).accessToken
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await inn.close()
  })

  /**
   * Three answers at once, with three withdrawals or without; returns which succeeded, and whether the question exists.
   */
  const together = async (withWithdrawals: boolean) => {
    const questionUid = randomUUID()
    const body = { questionUid, gdsUid: 'act-perfume', content: 'Is there a lift?', privateYn: 'N' } as const
    expect((await inn.call(question.insert, { token, body })).status.code).toBe('200')
    const answer = async (): Promise<'answer' | null> => {
      const work = inn.deps.db.transaction((tx) => answerQuestion(tx, questionUid, 'Yes, there is.', inn.clock()))
      return work.then(
        () => 'answer',
        (error: unknown) => {
          if (error instanceof Refusal) return null
          throw error
        },
      )
    }
    const withdraw = async (): Promise<'withdrawal' | null> => {
      const { status } = await inn.call(question.withdraw, { token, body: { questionUid } })
      expect(['200', 'E_QUESTION_ANSWERED', 'E_NOT_FOUND']).toContain(status.code)
      return status.code === '200' ? 'withdrawal' : null
    }
    const lock = { text: 'select 1 from question where question_uid = $1 for update', values: [questionUid] }
    const calls = withWithdrawals ? [answer, withdraw, answer, withdraw, answer, withdraw] : [answer, answer, answer]
    const successes = await race.runTogether<string | null>(inn.deps.config.databaseUrl ?? '', lock, calls, 1)
    const rows = (await inn.call(question.list, { token, query: { gdsUid: 'act-perfume' } })).data?.list ?? []
    const exists = rows.some((row) => row.questionUid === questionUid)
    return { successes: successes.filter((one) => one !== null), exists }
  }

  test('one of them succeeds: an answered question stays, a withdrawn one has no answer', async () => {
    const { successes, exists } = await together(true)
    expect(successes).toHaveLength(1)
    expect(exists).toBe(successes[0] === 'answer')
  })
  test('twin: without the condition that a question has no answer, all answers succeed', async () => {
    const cut = race.without(/"question"\."answer" is null/, 'true')
    // Answers alone: a withdrawal that came first would leave no question to answer.
    expect((await together(false)).successes).toHaveLength(3)
    expect(cut.count).toBe(3)
  })
})
