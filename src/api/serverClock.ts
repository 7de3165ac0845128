import { MINUTE_MS } from '#contract/time.ts'

/**
 * The state of the server-corrected clock (L17, L18, L19). The offset is that of the answer with the shortest round
 * trip. A jump of the phone's clock shows in a comparison with the monotonic clock.
 */
export interface ClockState {
  /** Server minus phone, ms. */
  offset: number
  roundTrip: number
  /** High-water mark: the latest time that a server has sent, ms UTC. */
  mark: number
}

/** A clock that servers correct. */
export interface ServerClock {
  /** Server-corrected now, ms UTC. */
  now: () => number
  /**
   * Returns false when the time is more than 5 s behind the mark, or the phone's clock has jumped since the last answer
   * (L18).
   */
  isVerified: () => boolean
  /** Takes the server's time from an answer; `sent` and `received` are monotonic ms. */
  sample: (serverNow: number, sent: number, received: number) => void
  /** Returns the state to store, or null before the first answer. */
  state: () => ClockState | null
  /** Sets the state that an earlier visit has stored, unless a server was heard since. */
  restore: (state: ClockState) => void
}

/** A smaller deviation from the monotonic clock is no jump (L18). */
const JUMP_MS = 5_000
/** After this time a new offset replaces one with a shorter round trip, because clocks drift (L17). */
const STALE_MS = 10 * MINUTE_MS

/** Creates the server-corrected clock. `wall` is the phone's clock; both are in ms. */
export const createClock = (wall: () => number, monotonic: () => number): ServerClock => {
  let state: ClockState | null = null
  let sampledAt = 0
  let jumped = false
  let base = { wall: wall(), monotonic: monotonic() }

  const detectJump = () => {
    const next = { wall: wall(), monotonic: monotonic() }
    const ahead = next.wall - base.wall - (next.monotonic - base.monotonic)
    base = next
    if (Math.abs(ahead) < JUMP_MS) return
    jumped = true
    // A jump forward may be sleep, when the monotonic clock stands still: keep the offset. A jump back never is:
    // correct it.
    if (ahead < 0 && state) state = { ...state, offset: state.offset - ahead }
  }
  const now = () => {
    detectJump()
    return base.wall + (state?.offset ?? 0)
  }

  return {
    now,
    isVerified: () => {
      const current = now()
      return !jumped && (state === null || current >= state.mark - JUMP_MS)
    },
    sample: (serverNow, sent, received) => {
      detectJump()
      const roundTrip = received - sent
      const offset = Math.round(serverNow + roundTrip / 2 - base.wall)
      const mark = Math.max(serverNow, state?.mark ?? 0)
      const better =
        state === null ||
        jumped ||
        roundTrip <= state.roundTrip ||
        received - sampledAt > STALE_MS ||
        Math.abs(offset - state.offset) > roundTrip / 2 + state.roundTrip / 2 + 1_000
      state = better ? { offset, roundTrip, mark } : { ...(state as ClockState), mark }
      if (better) sampledAt = received
      jumped = false
    },
    state: () => state,
    restore: (earlier) => {
      state ??= earlier
    },
  }
}
