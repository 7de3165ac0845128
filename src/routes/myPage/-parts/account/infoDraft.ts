import * as z from 'zod/mini'
import { GENDERS } from '#contract/codes.ts'
import { name } from '#contract/forms/signUp.ts'
import { passportName } from '#contract/rules/passportName.ts'
import { createDraft } from '#data/drafts.ts'
import type { MyInfo, MyInfoChange } from '#data/myInfo.ts'

const details = z.object({
  engSurname: z.string(),
  engNm: z.string(),
  gender: z.enum(GENDERS),
  birthYear: z.string(),
  ntnCd: z.string(),
  mobile: z.string(),
  marketing: z.boolean(),
})
export type InfoDetails = z.infer<typeof details>
/** In the order of the screen, which is also that of the error summary. */
export const INFO_FIELDS = ['engSurname', 'engNm', 'gender', 'birthYear', 'ntnCd', 'mobile'] as const

/** What a member has typed and not saved; survives a reload, and a session that lapses meanwhile. */
const draft = createDraft('changing-info', z.object({ memberId: z.string(), details: z.nullable(details) }), {
  memberId: '',
  details: null,
})

/** Stores what was typed. */
export const storeInfoDraft = (memberId: string, typed: InfoDetails): void => draft.patch({ memberId, details: typed })
/** Deletes what was typed. */
export const clearInfoDraft = draft.clear
/** Returns what this member has typed and not saved; null for nothing. */
export const readInfoDraft = (memberId: string): InfoDetails | null => {
  const stored = draft.read()
  return stored.memberId === memberId ? stored.details : null
}

/** Returns the details as the form shows them. */
export const detailsOf = (myInfo: MyInfo): InfoDetails => ({
  engSurname: myInfo.engSurname,
  engNm: myInfo.engNm,
  gender: myInfo.gender,
  birthYear: myInfo.birthYear === null ? '' : String(myInfo.birthYear),
  ntnCd: myInfo.ntnCd ?? '',
  mobile: myInfo.mobile ?? '',
  marketing: myInfo.marketingYn === 'Y',
})

/**
 * Returns whether a name may be saved, as `validate` of react-hook-form: true, or the reason. A name that was not
 * changed may be one of an earlier release, which no passport prints.
 */
export const validateName = (value: string, before: string): string | true => {
  if (value === before) return true
  const parsed = name.safeParse(value)
  return parsed.success || (parsed.error.issues[0]?.message ?? 'passport_letters')
}

/** Returns a phone number as E.164, null if invalid. Imports the parser on use: its tables are large. */
const e164 = async (mobile: string, ntnCd: string): Promise<string | null> =>
  (await import('../../../-shared/person/phoneNumber.ts')).toE164(mobile, ntnCd)

/** Returns whether a phone number may be saved, as `validate` of react-hook-form: true, or the reason. */
export const validateMobile = async (mobile: string, ntnCd: string): Promise<string | true> =>
  mobile.trim() === '' || (await e164(mobile, ntnCd)) !== null || 'phone'

/** Returns what differs from the server's details; null for nothing. */
export const changeOf = async (form: InfoDetails, myInfo: MyInfo): Promise<MyInfoChange | null> => {
  const before = detailsOf(myInfo)
  const printed = (value: string) => passportName(value) ?? value
  const change: MyInfoChange = {
    ...(form.engSurname !== before.engSurname && { engSurname: printed(form.engSurname) }),
    ...(form.engNm !== before.engNm && { engNm: printed(form.engNm) }),
    ...(form.gender !== before.gender && { gender: form.gender }),
    ...(form.birthYear !== before.birthYear && { birthYear: form.birthYear === '' ? null : Number(form.birthYear) }),
    ...(form.ntnCd !== before.ntnCd && { ntnCd: form.ntnCd === '' ? null : form.ntnCd }),
    ...(form.mobile.trim() !== before.mobile && {
      mobile: form.mobile.trim() === '' ? null : await e164(form.mobile, form.ntnCd),
    }),
    ...(form.marketing !== before.marketing && { marketingYn: form.marketing ? 'Y' : 'N' }),
  }
  return Object.keys(change).length > 0 ? change : null
}
