import { expect, test } from 'vitest'
import { joinParty, NO_PARTY, PARTY_PAUSE_MS, partyAt } from './party.ts'

const countsOf = (times: readonly number[]): number[] => {
  let party = NO_PARTY
  return times.map((at) => {
    party = joinParty(party, at)
    return party.count
  })
}

test('entries within a minute of the previous one are one party, however long it takes', () => {
  expect(countsOf([0, PARTY_PAUSE_MS, 2 * PARTY_PAUSE_MS])).toEqual([1, 2, 3])
})

test('an entry after a longer pause begins a new party', () => {
  expect(countsOf([5, 1_000, 61_001, 61_002])).toEqual([1, 2, 1, 2])
})

test('after a longer pause a refusal does not show the former party', () => {
  const party = joinParty(joinParty(NO_PARTY, 0), 10)
  expect(partyAt(party, 10 + PARTY_PAUSE_MS).count).toBe(2)
  expect(partyAt(party, 11 + PARTY_PAUSE_MS).count).toBe(0)
})
