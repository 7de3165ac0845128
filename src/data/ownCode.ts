import type { Data } from '#contract/calls/call.ts'
import { sendOwnMail, type PASS_CERT_PURPOSES } from '#contract/calls/cert.ts'
import { readMyInfo } from '#contract/calls/profile.ts'
import { failedOutcome, outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/** What a mailed code of the member is for. */
export type CodePurpose = (typeof PASS_CERT_PURPOSES)[number]

/** How a member confirms a sensitive act: by the password or, without one, by a mailed code. */
export type MemberProof = 'password' | 'code'

/**
 * Resolves `code` for a member without a password. In all other cases, and without an answer of the server, resolves
 * `password`, whose form offers the mailed code too.
 */
export const offeredProof = async (): Promise<MemberProof> => {
  const answer = await withRuntime(async ({ api, online }) =>
    online.get() ? outcome(await api.call(readMyInfo, {})) : failedOutcome('OFFLINE'),
  )
  return answer.ok && answer.data.passwordYn === 'N' ? 'code' : 'password'
}

/** Mails the member a code for one purpose. Needs the server; never queued. `E_TOKEN` when nobody is signed in. */
export const requestOwnCode = (purpose: CodePurpose): Promise<Outcome<Data<typeof sendOwnMail>>> =>
  withRuntime(async ({ api, session }) => {
    const state = session.state.get()
    if (!('memberId' in state)) return failedOutcome('E_TOKEN')
    return outcome(await api.call(sendOwnMail, { body: { purpose } }, { owner: state.memberId }))
  })
