import { describe, expect, test } from 'vitest'
import type { Answer, Failure } from '#api/failure.ts'
import type { OutboxRow } from '#db/rows.ts'
import { backoff, heads, isDue, isSettled, classifyOutcome } from './retry.ts'

describe('backoff', () => {
  test.each([
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [8, 256_000],
    [9, 300_000],
    [60, 300_000],
    [2_000, 300_000],
  ])('after attempt %i waits at most %i ms (O31)', (attempts, ms) => {
    expect(backoff(attempts, () => 1)).toBe(ms)
  })
  test('is anything from zero to the ceiling, in proportion to the random number (O31)', () => {
    expect(backoff(1, () => 0)).toBe(0)
    expect(backoff(3, () => 0.3333)).toBe(2_666)
    expect(backoff(60, () => 0.7)).toBe(210_000)
  })
})

describe('an answer is classified', () => {
  const failed = (failure: Failure): Answer<unknown> => ({ ok: false, failure })
  const of = (answer: Answer<unknown>, unknown = 0) => classifyOutcome(answer, { unknown })

  test('as done on success, with its data (O28)', () => {
    expect(of({ ok: true, data: { giftUid: 'g' } })).toEqual({ is: 'done', data: { giftUid: 'g' } })
  })
  test('as to be retried, and possibly lost, without an answer (O30, O32)', () => {
    expect(of(failed({ kind: 'transport', reached: false }))).toEqual({ is: 'wait', lost: true })
  })
  test('as to be retried after the time that the server gives, on a server error (O30, O31)', () => {
    expect(of(failed({ kind: 'transport', reached: true, retryAfter: 7 }))).toEqual({
      is: 'wait',
      lost: false,
      wait: 7_000,
    })
    expect(of(failed({ kind: 'transport', reached: true, retryAfter: 0 }))).toEqual({
      is: 'wait',
      lost: false,
      wait: 0,
    })
  })
  test('as waiting for its author, on a refused token and on the token of another member (O34, O35)', () => {
    expect(of(failed({ kind: 'auth' }))).toEqual({ is: 'author' })
    expect(of(failed({ kind: 'refused', code: 'E_OWNER' }))).toEqual({ is: 'author' })
  })
  test('as refused, on a code of the contract (O36)', () => {
    expect(of(failed({ kind: 'refused', code: 'E_NOT_FOUND' }))).toEqual({
      is: 'refused',
      code: 'E_NOT_FOUND',
    })
  })
  test.each([
    [0, 'without asking the member', false],
    [3, 'without asking the member', false],
    [4, 'and asks the member', true],
    [9, 'and asks the member', true],
  ])('as unknown after %i other unknown codes, %s (O37)', (before, _asking, ask) => {
    expect(of(failed({ kind: 'refused', code: 'E_OF_TOMORROW' }), before)).toEqual({ is: 'unknown', ask })
  })
})

describe('an action under any change of the clock (O33)', () => {
  const row = { nextAt: 10_000, wait: 4_000 }
  test.each([
    ['is not due before its time', 9_999, false],
    ['is due at its time', 10_000, true],
    ['is not due at the instant at which its wait began', 6_000, false],
    ['is due before its wait began', 5_999, true],
    ['is due long before its wait began', 0, true],
  ])('%s', (_title, wall, due) => {
    expect(isDue(row, wall)).toBe(due)
  })
})

describe('the heads of the lanes', () => {
  const row = (seq: number, lane: string, end: Partial<Pick<OutboxRow, 'refused' | 'asks'>> = {}): OutboxRow =>
    ({ seq, lane, refused: null, asks: null, ...end }) as OutboxRow
  const REFUSED = { refused: 'E_NOT_FOUND' } as unknown as Pick<OutboxRow, 'refused'>
  const ASKS = { asks: 'old' } as unknown as Pick<OutboxRow, 'asks'>

  test('are one for each lane, in the order of intent (O16)', () => {
    const rows = [row(1, 'fav:a'), row(2, 'fav:b'), row(3, 'fav:a'), row(4, 'gift:c')]
    expect(heads(rows).map(({ seq }) => seq)).toEqual([1, 2, 4])
  })
  test('leave out the lanes of refused and asking actions, and no others (O18)', () => {
    const rows = [row(1, 'fav:a', REFUSED), row(2, 'fav:a'), row(3, 'fav:b', ASKS), row(4, 'fav:b'), row(5, 'fav:c')]
    expect(heads(rows).map(({ seq }) => seq)).toEqual([5])
    expect(rows.map(isSettled)).toEqual([true, false, true, false, false])
  })
})
