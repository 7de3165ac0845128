import { expect, test } from 'vitest'
import { joinParty, leaveParty, NO_PARTY, PARTY_PAUSE_MS, partyAt } from './party.ts'

const countsOf = (times: readonly number[]): number[] => {
  let party = NO_PARTY
  return times.map((at) => {
    party = joinParty(party, `entry ${at}`, at)
    return party.entryUids.length
  })
}

test('entries within a minute of the previous one are one party, however long it takes', () => {
  expect(countsOf([0, PARTY_PAUSE_MS, 2 * PARTY_PAUSE_MS])).toEqual([1, 2, 3])
})

test('an entry after a longer pause begins a new party', () => {
  expect(countsOf([5, 1_000, 61_001, 61_002])).toEqual([1, 2, 1, 2])
})

test('after a longer pause a refusal does not show the former party', () => {
  const party = joinParty(joinParty(NO_PARTY, 'a', 0), 'b', 10)
  expect(partyAt(party, 10 + PARTY_PAUSE_MS).entryUids).toHaveLength(2)
  expect(partyAt(party, 11 + PARTY_PAUSE_MS).entryUids).toEqual([])
})

test('an undone entry leaves its party, and one of an earlier party changes nothing', () => {
  const earlier = joinParty(NO_PARTY, 'a', 0)
  const party = joinParty(joinParty(earlier, 'b', 1 + PARTY_PAUSE_MS), 'c', 2 + PARTY_PAUSE_MS)
  expect(party.entryUids).toEqual(['b', 'c'])
  expect(leaveParty(party, 'a')).toEqual(party)
  expect(leaveParty(party, 'b')).toEqual({ entryUids: ['c'], at: party.at })
})
