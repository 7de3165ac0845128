import type { MyPass } from '#contract/calls/mypage.ts'

/** What a card says of a pass at an instant. A paid pass is never hidden because of the phone's clock: the gate decides. */
export interface PassView {
  phase: 'unused' | 'in_use' | 'over'
  /** Share of the window that has passed, 0…1; null while unused. */
  elapsed: number | null
  /** Until the window ends, or 0. */
  leftMs: number
  days: number
  hours: number
  minutes: number
}

const MINUTE_MS = 60_000

/** `now` is server-corrected, ms UTC. */
export const viewOf = (pass: MyPass, now: number): PassView => {
  const { activatedAt, expiresAt, state } = pass
  const ended = state !== 'unused' && state !== 'in_use'
  const leftMs = expiresAt === null ? 0 : Math.max(0, expiresAt - now)
  const over = ended || (expiresAt !== null && leftMs === 0)
  const length = activatedAt === null || expiresAt === null ? 0 : expiresAt - activatedAt
  const whole = Math.floor(leftMs / MINUTE_MS)
  return {
    phase: over ? 'over' : activatedAt === null ? 'unused' : 'in_use',
    elapsed: activatedAt === null || length <= 0 ? null : Math.min(1, Math.max(0, (now - activatedAt) / length)),
    leftMs,
    days: Math.floor(whole / 1440),
    hours: Math.floor((whole % 1440) / 60),
    minutes: whole % 60,
  }
}
