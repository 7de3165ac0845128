/** Pause after which the next entry begins a new party, even without “Next scan”. */
export const PARTY_PAUSE_MS = 60_000

/** A group of visitors: consecutive entries. `at` is the time of the last one, ms of a monotonic clock. */
export interface Party {
  entryUids: readonly string[]
  at: number
}

export const NO_PARTY: Party = { entryUids: [], at: Number.NEGATIVE_INFINITY }

/** Returns the party that a visitor scanned at `at` joins; an empty one after a pause. */
export const partyAt = (party: Party, at: number): Party => (at - party.at > PARTY_PAUSE_MS ? NO_PARTY : party)

/** Returns the party with one more entry. */
export const joinParty = (party: Party, entryUid: string, at: number): Party => ({
  entryUids: [...partyAt(party, at).entryUids, entryUid],
  at,
})

/** Returns the party without an entry that was undone; the same party when the entry is of an earlier one. */
export const leaveParty = ({ entryUids, at }: Party, undoneUid: string): Party => ({
  entryUids: entryUids.filter((entryUid) => entryUid !== undoneUid),
  at,
})
