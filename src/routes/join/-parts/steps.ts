/** The order of signing up, and how far somebody may go. */
export const JOIN_STEPS = ['terms', 'email', 'password', 'name'] as const
export type JoinStep = (typeof JOIN_STEPS)[number]

/** What is done already; `proofUntil` (ms) is when a proven mailbox stops to count. */
export interface Progress {
  agreed: boolean
  proofUntil: number | null
  password: boolean
}

/** The first step that is not done. */
export const reached = ({ agreed, proofUntil, password }: Progress, now: number): JoinStep => {
  if (!agreed) return 'terms'
  if (proofUntil === null || proofUntil <= now) return 'email'
  return password ? 'name' : 'password'
}

/** The wanted step, or the furthest one that the earlier steps allow. */
export const stepFor = (wanted: JoinStep | undefined, progress: Progress, now: number): JoinStep => {
  const furthest = reached(progress, now)
  if (!wanted) return furthest
  return JOIN_STEPS.indexOf(wanted) <= JOIN_STEPS.indexOf(furthest) ? wanted : furthest
}
