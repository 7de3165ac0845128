import { expect, test } from 'vitest'
import {
  acceptedAnswer,
  acceptedIn,
  expectParty,
  joinParty,
  leaveParty,
  NO_PARTY,
  PARTY_PAUSE_MS,
  partyAt,
  type PartyAnswer,
} from './party.ts'

const answerOf = (subject: string, isAccepted = true): PartyAnswer => ({
  entryUid: `entry ${subject}`,
  subject,
  isAccepted,
  label: null,
})

const countsOf = (times: readonly number[]): number[] => {
  let party = NO_PARTY
  return times.map((at) => {
    party = joinParty(party, answerOf(`pass ${at}`), at)
    return acceptedIn(party)
  })
}

test('entries within a minute of the previous one are one party, however long it takes', () => {
  expect(countsOf([0, PARTY_PAUSE_MS, 2 * PARTY_PAUSE_MS])).toEqual([1, 2, 3])
})

test('an entry after a longer pause begins a new party', () => {
  expect(countsOf([5, 1_000, 61_001, 61_002])).toEqual([1, 2, 1, 2])
})

test('after a longer pause a refusal does not show the former party', () => {
  const party = joinParty(joinParty(NO_PARTY, answerOf('a'), 0), answerOf('b'), 10)
  expect(partyAt(party, 10 + PARTY_PAUSE_MS).answers).toHaveLength(2)
  expect(partyAt(party, 11 + PARTY_PAUSE_MS).answers).toEqual([])
})

test('an undone entry leaves its party, and one of an earlier party changes nothing', () => {
  const earlier = joinParty(NO_PARTY, answerOf('a'), 0)
  const withSecond = joinParty(earlier, answerOf('b'), 1 + PARTY_PAUSE_MS)
  const party = joinParty(withSecond, answerOf('c'), 2 + PARTY_PAUSE_MS)
  expect(party.answers.map(({ subject }) => subject)).toEqual(['b', 'c'])
  expect(leaveParty(party, 'entry a')).toEqual(party)
  expect(acceptedIn(leaveParty(party, 'entry b'))).toBe(1)
})

test('a refused visitor is listed, does not count, and does not end the party', () => {
  const two = joinParty(joinParty(NO_PARTY, answerOf('a'), 0), answerOf('b', false), 1)
  const three = joinParty(two, answerOf('c'), 2)
  expect(three.answers.map(({ isAccepted }) => isAccepted)).toEqual([true, false, true])
  expect(acceptedIn(three)).toBe(2)
})

test('a refused pass that is accepted afterwards is listed once', () => {
  const party = joinParty(joinParty(NO_PARTY, answerOf('a', false), 0), answerOf('a'), 1)
  expect(party.answers).toEqual([answerOf('a')])
})

test('an accepted pass is recognised when its code is shown again, and a refused one is judged again', () => {
  const party = joinParty(joinParty(NO_PARTY, answerOf('a'), 0), answerOf('b', false), 1)
  expect(acceptedAnswer(party, 'a')).toBeDefined()
  expect(acceptedAnswer(party, 'b')).toBeUndefined()
})

test('after the last visitor of an announced party, the next one begins a party without a size', () => {
  let party = expectParty(NO_PARTY, 2)
  party = joinParty(joinParty(party, answerOf('a'), 0), answerOf('b'), 1)
  expect(party.size).toBe(2)
  const following = joinParty(party, answerOf('c'), 2)
  expect([following.size, acceptedIn(following)]).toEqual([null, 1])
})

test('an announced size waits for its first visitor, however long, and less than two is none', () => {
  expect(partyAt(expectParty(NO_PARTY, 4), 10 * PARTY_PAUSE_MS).size).toBe(4)
  expect(expectParty(NO_PARTY, 1).size).toBeNull()
})
