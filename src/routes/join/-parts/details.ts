import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { GENDERS } from '#contract/codes.ts'
import { signUpForm, type SignUp } from '#contract/forms/signUp.ts'
import { passportName } from '#contract/rules/passportName.ts'
import type { Draft } from './joinDraft.ts'

type Details = Draft['details']

/** In the order of the screen, which is also that of the error summary. */
export const FIELDS = ['engSurname', 'engNm', 'gender', 'birthYear', 'ntnCd', 'mobile'] as const

/** Returns the phone number of a form as E.164, null if invalid. Imports the parser on use: its tables are large. */
const e164 = async ({ mobile, ntnCd }: Details): Promise<string | null> =>
  (await import('../../-shared/person/phoneNumber.ts')).toE164(mobile, ntnCd)

const details = z
  .object({
    engSurname: signUpForm.shape.engSurname,
    engNm: signUpForm.shape.engNm,
    gender: z.enum(GENDERS),
    birthYear: z.string(),
    ntnCd: z.string(),
    mobile: z.string(),
  })
  .check(
    z.refine(async (form) => form.mobile.trim() === '' || (await e164(form)) !== null, {
      error: 'phone',
      path: ['mobile'],
    }),
  )

export const resolver = standardSchemaResolver<Details, unknown, Details>(details)

interface EarlierSteps {
  email: string
  certUid: string
  password: string
  marketing: boolean
}

/**
 * Returns the sign-up request of all steps; omits optional fields that are empty. `earlierSteps`: what the steps before
 * this form have collected.
 */
export const toSignUp = async (form: Details, earlierSteps: EarlierSteps): Promise<SignUp> => {
  const mobile = form.mobile.trim() === '' ? null : await e164(form)
  return {
    email: earlierSteps.email,
    certUid: earlierSteps.certUid,
    password: earlierSteps.password,
    engSurname: passportName(form.engSurname) ?? form.engSurname,
    engNm: passportName(form.engNm) ?? form.engNm,
    gender: form.gender,
    ...(form.birthYear && { birthYear: Number(form.birthYear) }),
    ...(form.ntnCd && { ntnCd: form.ntnCd }),
    ...(mobile && { mobile }),
    termsYn: 'Y',
    privacyYn: 'Y',
    marketingYn: earlierSteps.marketing ? 'Y' : 'N',
    // A pass bought next must still be there after the browser was closed; the sign-in screen offers the choice.
    autoLgnYn: 'Y',
  }
}
