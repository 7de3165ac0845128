/**
 * The server's time on this phone (offline.md, Time). Offset of the lowest round trip; a high-water mark that only
 * servers raise; a jump of the phone's clock is seen by comparing it with the monotonic one.
 */
export interface ClockState {
  /** Server minus phone, ms. */
  offset: number
  roundTrip: number
  /** The latest instant that a server has told. */
  mark: number
}

export interface ServerClock {
  /** Server-corrected now, ms UTC. */
  now: () => number
  /** False: behind the mark, or the phone's clock has jumped since a server was heard. */
  verified: () => boolean
  /** A server said `serverNow` in an answer to a request sent and received at these monotonic times. */
  sample: (serverNow: number, sent: number, received: number) => void
  state: () => ClockState | null
  /** What an earlier visit has learnt. */
  restore: (state: ClockState) => void
}

const JUMP_MS = 5_000
/** After that a new offset replaces a better one: clocks drift. */
const STALE_MS = 10 * 60_000

export const createClock = (wall: () => number, monotonic: () => number): ServerClock => {
  let state: ClockState | null = null
  let sampledAt = 0
  let jumped = false
  let base = { wall: wall(), monotonic: monotonic() }

  const look = () => {
    const next = { wall: wall(), monotonic: monotonic() }
    const ahead = next.wall - base.wall - (next.monotonic - base.monotonic)
    base = next
    if (Math.abs(ahead) < JUMP_MS) return
    jumped = true
    // Forward may be a phone that slept (its monotonic clock stands still then): the offset stays. Back is never sleep.
    if (ahead < 0 && state) state = { ...state, offset: state.offset - ahead }
  }
  const now = () => {
    look()
    return base.wall + (state?.offset ?? 0)
  }

  return {
    now,
    verified: () => {
      const current = now()
      return !jumped && (state === null || current >= state.mark - JUMP_MS)
    },
    sample: (serverNow, sent, received) => {
      look()
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
