import { expect, test } from 'vitest'
import { isExpired, lotsOf, type LedgerLine } from '#server/modules/point/lots.ts'
import { createPoints, drawHistory, randomFrom } from './pointHistories.ts'

const HISTORIES = 1_000

const line = (amount: number, expireAt: number | null = null): LedgerLine => ({ amount, expireAt, ordUid: 'order' })
const remaining = (...lines: LedgerLine[]) => lotsOf(lines).map(({ amount, expireAt }) => [amount, expireAt])

test('points that expire first are taken first, of equal ones the older, and those that never expire last', () => {
  expect(remaining(line(5), line(3, 20), line(4, 10), line(-5))).toEqual([
    [2, 20],
    [5, null],
  ])
  const [older, newer] = [line(3, 10), line(3, 10)]
  expect(lotsOf([{ ...older, ordUid: 'older' }, { ...newer, ordUid: 'newer' }, line(-4)])).toEqual([
    { amount: 2, expireAt: 10, ordUid: 'newer' },
  ])
})

test('points take nothing from those that come later, whatever was spent before', () => {
  expect(remaining(line(100), line(-100), line(40, 10))).toEqual([[40, 10]])
})

test(`in ${HISTORIES} random histories what is left, and until when, is what a model of single points has`, () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const model = createPoints()
    const lines: LedgerLine[] = []
    const expired: number[] = []
    const steps = drawHistory(randomFrom(seed))
    for (const step of steps) {
      const { now, moved, expireAt, points } = model.play(step)
      // The server writes what has expired before it takes points; an entry that adds some may come between.
      if (step.kind !== 'earn' && step.kind !== 'wait')
        for (const lot of lotsOf(lines).filter((each) => isExpired(each, now))) {
          lines.push({ ...line(-lot.amount), ordUid: lot.ordUid })
          expired.push(lot.expireAt ?? Infinity)
        }
      const isAdded = step.kind === 'earn' || step.kind === 'return'
      if (moved > 0) lines.push(isAdded ? line(moved, expireAt === Infinity ? null : expireAt) : line(-moved))
      const valid = lotsOf(lines).filter((each) => !isExpired(each, now))
      const instants = valid.flatMap((lot) => Array<number>(lot.amount).fill(lot.expireAt ?? Infinity))
      const message = JSON.stringify({ seed, step, steps })
      expect(instants, message).toEqual(points)
      for (const instant of expired) expect(instant, message).toBeLessThanOrEqual(now)
      expired.length = 0
    }
  }
})
