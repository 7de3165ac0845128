import { accountCode, signUp as signUpCall, type UserInfo } from '#contract/calls/account.ts'
import type { Data } from '#contract/calls/call.ts'
import { check, sendMail } from '#contract/calls/cert.ts'
import type { SignUp } from '#contract/forms/signUp.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { outcome, type Outcome, type Status } from './outcome.ts'
import { locale } from './runtime.ts'
import { refreshShared, sharedView } from './shared.ts'
import { useRefreshed, useView } from './view.ts'
import { withRuntime } from './withRuntime.ts'

export interface Country {
  /** ISO 3166 alpha-2. */
  code: string
  name: string
  /** `+82` */
  dial: string
}

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

const of = (runtime: ClientRuntime) => runtime.reads.countries(runtime.locale())
const view = sharedView<Data<typeof accountCode>>(of)
const refreshInBackground = () => void refreshShared(of, false)
const NONE: Country[] = []

/** Returns the countries in the current language, from this phone first. */
export const useCountries = (): { status: Status; list: Country[] } => {
  useRefreshed(refreshInBackground, locale())
  const { status, data } = useView(view)
  return { status, list: data?.country ?? NONE }
}
