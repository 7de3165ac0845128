import { expect, test } from 'vitest'
import { killAndCompare } from './kill.ts'

const rounds = Number(process.env.KILL_ROUNDS ?? 20)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`killed ${rounds} times (seed ${seed}), the server loses nothing acknowledged, and ledger and orders agree`, async () => {
  const { wrong, acknowledged } = await killAndCompare({ rounds, seed })
  expect(wrong).toEqual([])
  // Guard against an empty run: each kind of write was acknowledged, and some requests were cut off.
  expect(acknowledged.members).toBeGreaterThan(0)
  expect(acknowledged.favourites).toBeGreaterThan(0)
  expect(acknowledged.orders).toBeGreaterThan(0)
  expect(acknowledged.paid).toBeGreaterThan(0)
  expect(acknowledged.refunds).toBeGreaterThan(0)
  expect(acknowledged.unanswered).toBeGreaterThan(0)
  process.stdout.write(`${JSON.stringify(acknowledged)}\n`)
})
