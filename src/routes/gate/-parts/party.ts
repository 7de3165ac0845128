/** Pause after which the next answer begins a new party, even without “Next scan”. */
export const PARTY_PAUSE_MS = 60_000
/** Largest size that staff can announce. */
export const PARTY_MAX = 12

/** The final answer to one visitor of a party; a held code has none yet. */
export interface PartyAnswer {
  entryUid: string
  /** The pass, or the text of a code without one; see `subjectOf`. */
  subject: string
  isAccepted: boolean
  /** The goods of a voucher, the holder’s name or the kind of pass; null when none is known. */
  label: string | null
}

/** A group of visitors: consecutive answers. `at` is the time of the last one, ms of a monotonic clock. */
export interface Party {
  answers: readonly PartyAnswer[]
  /** How many visitors staff expect; null when they have not said. */
  size: number | null
  at: number
}

export const NO_PARTY: Party = { answers: [], size: null, at: Number.NEGATIVE_INFINITY }

/** Returns how many visitors of the party are accepted. */
export const acceptedIn = ({ answers }: Party): number => answers.filter(({ isAccepted }) => isAccepted).length

/** Returns the accepted answer to this pass in the party: its code is shown again, not used again. */
export const acceptedAnswer = ({ answers }: Party, subject: string): PartyAnswer | undefined =>
  answers.find((answer) => answer.isAccepted && answer.subject === subject)

const isComplete = (party: Party): boolean => party.size !== null && acceptedIn(party) >= party.size

/** Returns the party that a visitor scanned at `at` joins; an empty one after a pause, and after a complete party. */
export const partyAt = (party: Party, at: number): Party =>
  party.answers.length > 0 && (at - party.at > PARTY_PAUSE_MS || isComplete(party)) ? NO_PARTY : party

/**
 * Returns the party with one more answer, each judged by itself: a refusal does not end the party. A second answer to a
 * pass that was not accepted replaces the first.
 */
export const joinParty = (before: Party, answer: PartyAnswer, at: number): Party => {
  const party = partyAt(before, at)
  const rest = party.answers.filter(({ subject, isAccepted }) => isAccepted || subject !== answer.subject)
  return { ...party, answers: [...rest, answer], at }
}

/** Returns the party without an entry that was undone; the same party when the entry is of an earlier one. */
export const leaveParty = (party: Party, undoneUid: string): Party => ({
  ...party,
  answers: party.answers.filter(({ entryUid }) => entryUid !== undoneUid),
})

/** Returns the party for which staff expect `size` visitors; below two, any number. */
export const expectParty = (party: Party, size: number): Party => ({ ...party, size: size < 2 ? null : size })
