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

/**
 * What a member has typed and not saved; survives a reload, and a session that lapses meanwhile. It has no other field:
 * the server may change those before the draft is read.
 */
const draft = createDraft('changing-info', z.object({ memberId: z.string(), typed: z.partial(details) }), {
  memberId: '',
  typed: {},
})

/** Stores the fields that were typed; without any, deletes the draft. */
export const storeInfoDraft = (memberId: string, typed: Partial<InfoDetails>): void =>
  Object.keys(typed).length > 0 ? draft.patch({ memberId, typed }) : draft.clear()
/** Deletes what was typed. */
export const clearInfoDraft = draft.clear
/** Returns the fields that this member has typed and not saved. */
export const readInfoDraft = (memberId: string): Partial<InfoDetails> => {
  const stored = draft.read()
  // Stored as JSON, which has no undefined.
  return stored.memberId === memberId ? (stored.typed as Partial<InfoDetails>) : {}
}

/** Returns the fields of `now` that differ from `before`. */
export const typedSince = (before: InfoDetails, now: InfoDetails): Partial<InfoDetails> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name as keyof InfoDetails]))

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
 * Returns what the form shows after a save: what was sent as the server has it, unless it was changed since. `before`:
 * what the form began with; `now`: what it shows.
 */
export const mergeSaved = (
  saved: InfoDetails,
  before: InfoDetails,
  sent: InfoDetails,
  now: InfoDetails,
): InfoDetails => {
  const names = Object.keys(typedSince(before, sent)) as (keyof InfoDetails)[]
  const finished = names.filter((name) => now[name] === sent[name])
  return { ...now, ...Object.fromEntries(finished.map((name) => [name, saved[name]])) }
}

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

/** Returns what the member has changed since the form showed `before`, as the server takes it; null for nothing. */
export const changeOf = async (form: InfoDetails, before: InfoDetails): Promise<MyInfoChange | null> => {
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
