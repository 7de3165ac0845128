/** Rows that both databases have. */

/** One answer, by name: when a server said it, and how often it was written since (so that an older answer is noticed). */
export interface Stamp {
  key: string
  /** Server's ms; null after a write that was not a whole answer. */
  at: number | null
  etag: string | null
  generation: number
  /** What was written last may be older than what had been told: it is fetched again. */
  doubt?: true
}

export interface SharedRow {
  key: string
  data: unknown
}

export interface Kept {
  key: string
  value: unknown
}

/** An action that waits to be sent (offline.md, Outbox). There is no state of being sent: a crash could strand it. */
export interface OutboxRow {
  /** Order of intent; given by the database. */
  seq?: number
  /** UUIDv7: the idempotency key, and the id of what is created. */
  id: string
  /** A name, never an address. */
  command: string
  version: number
  /** The desired state, never a toggle. */
  args: unknown
  lane: string
  /** A member id, or `device` for a guest. */
  owner: string
  attempts: number
  /** Not before (phone's ms), and how long that wait was: a clock that was set back must not make it longer. */
  nextAt: number
  wait: number
  /** The last try was lost on the way (rather than answered). */
  lost: boolean
  /** When the running try began; only shown, never decided upon. */
  triedAt: number | null
  writtenAt: number
  /** Codes in a row that this version does not know. */
  unknown: number
  refused: { code: string } | null
  /** Waits for the person's word. */
  asks: 'old' | 'unknown' | null
  /** The person said: send it although it is old. */
  allowed: boolean
}

export const DEVICE_OWNER = 'device'
