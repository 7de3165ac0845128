import { describe, expect, test } from 'vitest'
import type { Answer, Failure } from '#api/failure.ts'
import type { OutboxRow } from '#db/rows.ts'
import { backoff, heads, isDue, isSettled, verdict } from './retry.ts'

describe('backoff', () => {
  test.each([
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [8, 256_000],
    [9, 300_000],
    [60, 300_000],
    [2_000, 300_000],
  ])('after attempt %i waits at most %i ms', (attempts, ms) => {
    expect(backoff(attempts, () => 1)).toBe(ms)
  })
  test('is full jitter: anywhere from nothing to the ceiling', () => {
    expect(backoff(1, () => 0)).toBe(0)
    expect(backoff(3, () => 0.3333)).toBe(2_666)
    expect(backoff(60, () => 0.7)).toBe(210_000)
  })
})

describe('the meaning of an answer', () => {
  const failed = (failure: Failure): Answer<unknown> => ({ ok: false, failure })
  const of = (answer: Answer<unknown>, unknown = 0) => verdict(answer, { unknown })

  test('a success is done, with its data', () => {
    expect(of({ ok: true, data: { giftUid: 'g' } })).toEqual({ is: 'done', data: { giftUid: 'g' } })
  })
  test('no answer waits, and counts as an answer that may have been lost', () => {
    expect(of(failed({ kind: 'transport', reached: false }))).toEqual({ is: 'wait', lost: true })
  })
  test('a server in trouble waits for as long as it says, in ms', () => {
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
  test('a refused token and the token of another member wait for the author', () => {
    expect(of(failed({ kind: 'auth' }))).toEqual({ is: 'author' })
    expect(of(failed({ kind: 'refused', code: 'E_OWNER' }))).toEqual({ is: 'author' })
  })
  test('a code of the contract is a refusal', () => {
    expect(of(failed({ kind: 'refused', code: 'E_NOT_FOUND' }))).toEqual({
      is: 'refused',
      code: 'E_NOT_FOUND',
    })
  })
  test.each([
    [0, false],
    [3, false],
    [4, true],
    [9, true],
  ])('an unknown code after %i of its kind asks the member: %s', (before, ask) => {
    expect(of(failed({ kind: 'refused', code: 'E_OF_TOMORROW' }), before)).toEqual({ is: 'unknown', ask })
  })
})

describe('when an action is due', () => {
  const row = { nextAt: 10_000, wait: 4_000 }
  test.each([
    [9_999, false],
    [10_000, true],
    [6_000, false],
    [5_999, true],
    [0, true],
  ])('at %i ms on the wall: %s', (wall, due) => {
    expect(isDue(row, wall)).toBe(due)
  })
})

describe('the heads of the lanes', () => {
  const row = (seq: number, lane: string, end: Partial<Pick<OutboxRow, 'refused' | 'asks'>> = {}): OutboxRow =>
    ({ seq, lane, refused: null, asks: null, ...end }) as OutboxRow
  const REFUSED = { refused: 'E_NOT_FOUND' } as unknown as Pick<OutboxRow, 'refused'>
  const ASKS = { asks: 'old' } as unknown as Pick<OutboxRow, 'asks'>

  test('one for each lane, in the order of intent', () => {
    const rows = [row(1, 'fav:a'), row(2, 'fav:b'), row(3, 'fav:a'), row(4, 'gift:c')]
    expect(heads(rows).map(({ seq }) => seq)).toEqual([1, 2, 4])
  })
  test('a refused or asking action blocks its own lane and no other', () => {
    const rows = [row(1, 'fav:a', REFUSED), row(2, 'fav:a'), row(3, 'fav:b', ASKS), row(4, 'fav:b'), row(5, 'fav:c')]
    expect(heads(rows).map(({ seq }) => seq)).toEqual([5])
    expect(rows.map(isSettled)).toEqual([true, false, true, false, false])
  })
})
