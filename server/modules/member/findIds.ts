import { isValidPhoneNumber, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'
import type { Database } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countTry, paceAddress } from '#server/modules/session/service.ts'
import { readMemberByEmail } from './service.ts'
import * as store from './store.ts'

/** A fixed number of stars, so that they do not reveal the length. */
const STARS = '***'

/** Masks an address as `te***@mail.example`: enough to recognise one's own. */
export const masked = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, Math.max(1, at - 1)))}${STARS}${email.slice(at)}`
}

/** Normalizes a name for comparison: case, character width and outer spaces do not count. */
const normalizedName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** Returns a national number as E.164; undefined when it is invalid. */
const numberOf = (mobile: string, ntnCd: string): string | undefined => {
  const number = parsePhoneNumberFromString(mobile, ntnCd as CountryCode)?.number
  return number !== undefined && isValidPhoneNumber(number) ? number : undefined
}

/** Members whose names are compared, and addresses in the answer. */
const COMPARED_MAX = 1_000
const LISTED_MAX = 10

/**
 * Returns the masked addresses of members who match all fields, those who joined last first. Numbers are not proven, so
 * accounts of strangers may have the member's: of too many the oldest count, which later ones cannot hide. Throws
 * `E_PHONE`, `E_NO_MEMBER`, `E_THROTTLED`.
 */
export const findIds = async (
  deps: Deps,
  wanted: { engNm: string; engSurname: string; mobile: string; ntnCd: string },
  ip: string,
) => {
  const mobile = numberOf(wanted.mobile, wanted.ntnCd)
  if (mobile === undefined) throw new Refusal('E_PHONE')
  await paceAddress(deps, 'findId', ip)
  const { forgive } = await countTry(deps, 'find-id', mobile, { ip, phone: null })
  const rows = await store.findByMobile(deps.db, { mobile, ntnCd: wanted.ntnCd, limit: COMPARED_MAX })
  const namesakes = rows.filter(
    ({ engNm, engSurname }) =>
      normalizedName(engNm) === normalizedName(wanted.engNm) &&
      normalizedName(engSurname) === normalizedName(wanted.engSurname),
  )
  if (namesakes.length === 0) throw new Refusal('E_NO_MEMBER')
  await forgive()
  return {
    list: namesakes
      .slice(0, LISTED_MAX)
      .toReversed()
      .map(({ email }) => ({ id: masked(email) })),
  }
}

/** Returns true when this address can receive a gift of this member: it is another member's. */
export const mayReceive = async (db: Database, email: string, memberId: string): Promise<boolean> => {
  const recipient = await readMemberByEmail(db, email)
  return recipient !== undefined && recipient.id !== memberId
}
