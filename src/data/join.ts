import type { UserInfo } from '#contract/calls/account.ts'
import type { Data } from '#contract/calls/call.ts'
import type { check, sendMail } from '#contract/calls/cert.ts'
import type { SignUp } from '#contract/forms/signUp.ts'
import type { Outcome, Status } from './outcome.ts'

export interface Country {
  /** ISO 3166 alpha-2. */
  code: string
  name: string
  /** `+82` */
  dial: string
}

export const sendCode = async (_email: string): Promise<Outcome<Data<typeof sendMail>>> => ({ ok: false, code: 'OFFLINE' })
export const checkCode = async (_email: string, _code: string): Promise<Outcome<Data<typeof check>>> => ({
  ok: false,
  code: 'OFFLINE',
})
/** Creates the member and signs in. */
export const signUp = async (_form: SignUp): Promise<Outcome<UserInfo>> => ({ ok: false, code: 'OFFLINE' })
export const useCountries = (): { status: Status; list: Country[] } => ({ status: 'loading', list: [] })
