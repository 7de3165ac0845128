/** The steps of the sign-up, in order. */
export const JOIN_STEPS = ['terms', 'email', 'password', 'name'] as const
export type JoinStep = (typeof JOIN_STEPS)[number]

/** Returns the steps of a sign-up; one by a provider (`isSocial`) chooses no password. */
export const stepsOf = (isSocial: boolean): readonly JoinStep[] =>
  isSocial ? JOIN_STEPS.filter((step) => step !== 'password') : JOIN_STEPS

/** What is done; `proofUntil` (ms) is the expiry of the mailbox's proof, null without one. */
export interface Progress {
  agreed: boolean
  proofUntil: number | null
  password: boolean
}

/** Returns the first step that is not done, the last one if all before it are. `now`: ms. */
export const furthestStep = ({ agreed, proofUntil, password }: Progress, now: number): JoinStep => {
  if (!agreed) return 'terms'
  if (proofUntil === null || proofUntil <= now) return 'email'
  return password ? 'name' : 'password'
}

/** Returns the wanted step, or the furthest one that earlier steps allow. */
export const stepFor = (wanted: JoinStep | undefined, progress: Progress, now: number): JoinStep => {
  const furthest = furthestStep(progress, now)
  if (!wanted) return furthest
  return JOIN_STEPS.indexOf(wanted) <= JOIN_STEPS.indexOf(furthest) ? wanted : furthest
}
