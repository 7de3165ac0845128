import { expect, test } from 'vitest'
import { drawMutants, randomOf } from '../scripts/mutants/draw.ts'
import { KINDS, mutationSitesOf, applyMutation } from '../scripts/mutants/places.ts'

const CODE = `export const due = (row: { at: number; end?: number }, now: number): boolean => {
  if (now < row.at || row.end === 7) return false
  note(row.at)
  return [row.at, now].some((at) => Math.min(at, 3) > 0)
}
`
const mutants = (kind: string) =>
  mutationSitesOf(CODE, 'due.ts')
    .filter((place) => place.kind === kind)
    .map((place) => applyMutation(CODE, place).split('\n'))
const changed = (kind: string) =>
  mutants(kind).map((lines) => lines.find((line, at) => line !== CODE.split('\n')[at])?.trim())

test('each kind of fault is planted where it can be, and nowhere else', () => {
  expect(changed('negate')).toEqual(['if (!(now < row.at || row.end === 7)) return false'])
  expect(changed('drop')).toEqual(['if (row.end === 7) return false', ';'])
  expect(changed('swap')).toEqual([
    'if (now < row.at && row.end === 7) return false',
    'return [row.at, now].every((at) => Math.min(at, 3) > 0)',
    'return [row.at, now].some((at) => Math.max(at, 3) > 0)',
  ])
  expect(changed('boundary')).toEqual([
    'if (now <= row.at || row.end === 7) return false',
    'if (now < row.at || row.end === 8) return false',
    'return [row.at, now].some((at) => Math.min(at, 4) > 0)',
    'return [row.at, now].some((at) => Math.min(at, 3) >= 0)',
    'return [row.at, now].some((at) => Math.min(at, 3) > 1)',
  ])
  expect(changed('omit')).toEqual([
    'return [now].some((at) => Math.min(at, 3) > 0)',
    'return [row.at].some((at) => Math.min(at, 3) > 0)',
  ])
})

test('a seed draws the same mutants each time, another seed draws others, and groups and kinds alternate', () => {
  const groups = [new Map([['a.ts', CODE]]), new Map([['b.ts', CODE]])]
  const drawn = drawMutants(groups, { seed: 'one', count: 9 })
  expect(drawn).toEqual(drawMutants(groups, { seed: 'one', count: 9 }))
  expect(drawn).not.toEqual(drawMutants(groups, { seed: 'two', count: 9 }))
  expect(drawn.map(({ file }) => file)).toEqual([
    'a.ts',
    'b.ts',
    'a.ts',
    'b.ts',
    'a.ts',
    'b.ts',
    'a.ts',
    'b.ts',
    'a.ts',
  ])
  expect(drawn.map(({ kind }) => kind)).toEqual(KINDS.flatMap((kind) => [kind, kind]).slice(0, 9))
  for (const { before, after, code } of drawn) {
    expect(after).not.toBe(before)
    expect(code).not.toBe(CODE)
  }
})

test('the numbers of a seed are evenly spread', () => {
  const random = randomOf('seed')
  const numbers = Array.from({ length: 1_001 }, random)
  expect(Math.min(...numbers)).toBeLessThan(0.02)
  expect(Math.max(...numbers)).toBeGreaterThan(0.98)
  expect(numbers.reduce((sum, number) => sum + number) / numbers.length).toBeCloseTo(0.5, 1)
})
