import { addToWallet as addCall, endWalletPass as endCall } from '#contract/calls/admission.ts'
import type { Wallet } from '#contract/codes.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

export type WalletProof = { password: string } | { code: string } | null

/**
 * Makes a copy of a pass for a wallet app; it ends the earlier one in that app. Resolves to the address that adds it: a
 * path of this origin, or a page of Google. `proof`: null for a pass that no phone shows. Needs the server.
 */
export const addToWallet = (passUid: string, wallet: Wallet, proof: WalletProof): Promise<Outcome<string>> =>
  withRuntime(async ({ api, pulls }) => {
    const answer = await api.call(addCall, { body: { passUid, wallet, ...proof } })
    if (!answer.ok) return outcome(answer)
    // The next read of the passes has the new date: the answer need not wait for it.
    void pulls.pull('passes', true)
    return { ok: true, data: answer.data.url }
  })

/** Ends the copy of a pass in a wallet app. Needs the server. */
export const endWalletPass = (passUid: string, wallet: Wallet): Promise<Outcome<null>> =>
  withRuntime(async ({ api, pulls }) => {
    const answer = await api.call(endCall, { body: { passUid, wallet } })
    if (!answer.ok) return outcome(answer)
    await pulls.pull('passes', true)
    return { ok: true, data: null }
  })
