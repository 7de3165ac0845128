import { show, use } from '#contract/calls/goodsCode.ts'
import type { Data } from '#contract/calls/call.ts'
import { outcome, type Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'
import { withRuntime } from './withRuntime.ts'

export { esimAddress, isEsim } from '#contract/rules/goodsCode.ts'
export type Codes = Data<typeof show>

/** Shows the codes of a reservation; the mirror stores them. Needs the server. `E_NOT_FOUND`, `E_RESERVE_STATE`. */
export const showCodes = (rsvtUid: string): Promise<Outcome<Codes>> =>
  withRuntime(async (runtime) => {
    const answer = outcome(await runtime.api.call(show, { body: { rsvtUid } }))
    await runtime.pulls.pull('reservations', true)
    return answer
  })

/** Marks a code as used. Needs the server. `E_RESERVE_STATE` when it is used already. */
export const markCodeUsed = (rsvtUid: string, codeUid: string): Promise<Outcome<Codes>> =>
  withRuntime(async (runtime) => {
    const answer = outcome(await runtime.api.call(use, { body: { rsvtUid, codeUid } }))
    await runtime.pulls.pull('reservations', true)
    return answer
  })

/** Draws a code as a QR code. */
export const drawCodeText = async (code: string): Promise<{ path: string; size: number }> =>
  (await loadRuntime()).codes.drawAddress(code)
