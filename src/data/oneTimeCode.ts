import { oneTimeCode } from '#contract/calls/admission.ts'
import type { Data } from '#contract/calls/call.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

export type OneTimeCode = Data<typeof oneTimeCode>

/** Makes a one-time entry code for a pass that is set up elsewhere; it voids an earlier one. Needs the server; never stored. */
export const makeOneTimeCode = (
  passUid: string,
  proof: { password: string } | { code: string },
): Promise<Outcome<OneTimeCode>> =>
  withRuntime(async ({ api }) => outcome(await api.call(oneTimeCode, { body: { passUid, ...proof } })))
