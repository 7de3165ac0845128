import { accountCode, signUp as signUpCall, type UserInfo } from '#contract/calls/account.ts'
import type { Data, In } from '#contract/calls/call.ts'
import { join as joinCall } from '#contract/calls/easyLogin.ts'
import { check, sendMail } from '#contract/calls/cert.ts'
import type { SignUp } from '#contract/forms/signUp.ts'
import { outcome, type Outcome } from './outcome.ts'
import { createSharedHook } from './shared.ts'
import { withRuntime } from './withRuntime.ts'

/** Mails a code to the address (spec 5.3). */
export const sendCode = (email: string): Promise<Outcome<Data<typeof sendMail>>> =>
  withRuntime(async ({ api }) => outcome(await api.call(sendMail, { body: { email } })))

/** Checks the mailed code, which allows five attempts. */
export const checkCode = (email: string, code: string): Promise<Outcome<Data<typeof check>>> =>
  withRuntime(async ({ api }) => outcome(await api.call(check, { body: { email, code } })))

/** Creates the member and signs in. */
export const signUp = (form: SignUp): Promise<Outcome<UserInfo>> =>
  withRuntime(async ({ api, session }) => {
    const answer = await api.call(signUpCall, { body: form })
    if (!answer.ok) return outcome(answer)
    await session.signIn(answer.data)
    return { ok: true, data: answer.data.userInfo }
  })

/** Creates a member without a password, who signs in by a provider (decision 0160), and signs in. */
export const signUpBySocial = (form: In<typeof joinCall, 'body'>): Promise<Outcome<UserInfo>> =>
  withRuntime(async ({ api, session }) => {
    const answer = await api.call(joinCall, { body: form })
    if (!answer.ok) return outcome(answer)
    await session.signIn(answer.data)
    return { ok: true, data: answer.data.userInfo }
  })

/** Returns the countries, by ISO 3166 alpha-2, with their dialling codes (`+82`). */
export const useCountries = createSharedHook<Data<typeof accountCode>>(({ reads, locale }) => reads.countries(locale()))
