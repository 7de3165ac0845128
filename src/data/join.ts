import { accountCode, signUp as signUpCall, type UserInfo } from '#contract/calls/account.ts'
import type { Data } from '#contract/calls/call.ts'
import { check, sendMail } from '#contract/calls/cert.ts'
import type { SignUp } from '#contract/forms/signUp.ts'
import type { Phone } from '#sync/phone.ts'
import { outcome, type Outcome, type Status } from './outcome.ts'
import { locale, started } from './phone.ts'
import { refreshShared, sharedView } from './shared.ts'
import { useRefreshed, useView } from './view.ts'

export interface Country {
  /** ISO 3166 alpha-2. */
  code: string
  name: string
  /** `+82` */
  dial: string
}

/** Mails a code to the address (specification 5). */
export const sendCode = async (email: string): Promise<Outcome<Data<typeof sendMail>>> =>
  outcome(await (await started()).api.call(sendMail, { body: { email } }))

/** Checks the mailed code; five tries. */
export const checkCode = async (email: string, code: string): Promise<Outcome<Data<typeof check>>> =>
  outcome(await (await started()).api.call(check, { body: { email, code } }))

/** Creates the member and signs in. */
export const signUp = async (form: SignUp): Promise<Outcome<UserInfo>> => {
  const { api, session } = await started()
  const answer = await api.call(signUpCall, { body: form })
  if (!answer.ok) return outcome(answer)
  await session.adopt(answer.data)
  return { ok: true, data: answer.data.userInfo }
}

const of = (here: Phone) => here.reads.countries(here.locale())
const view = sharedView<Data<typeof accountCode>>(of)
const lookAgain = () => void refreshShared(of, false)
const NONE: Country[] = []

export const useCountries = (): { status: Status; list: Country[] } => {
  useRefreshed(lookAgain, locale())
  const { status, data } = useView(view)
  return { status, list: data?.country ?? NONE }
}
