import { isValidPhoneNumber } from 'libphonenumber-js'
import type * as z from 'zod/mini'
import type { MyInfo, update } from '#contract/calls/profile.ts'
import { mayJoin } from '#contract/rules/age.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { consentVersions } from '#server/modules/catalogue/service.ts'
import { dropFiles, takeFiles } from '#server/modules/file/service.ts'
import { renameBuyer } from '#server/modules/order/service.ts'
import { renameHolder } from '#server/modules/pass/service.ts'
import { noteConsent } from './marketing.ts'
import * as store from './store.ts'

/** Returns the name as passes and orders show it. */
const fullName = ({ engNm, engSurname }: Pick<store.Row, 'engNm' | 'engSurname'>): string => `${engNm} ${engSurname}`

const presentProfile = (row: store.Row): MyInfo => {
  const { id: memberId, email, engNm, engSurname, mobile, ntnCd, joinedAt, gender, birthYear, photo } = row
  return {
    memberId,
    email,
    engNm,
    engSurname,
    mobile,
    ntnCd,
    joinedAt,
    gender,
    birthYear,
    photo,
    marketingAt: row.marketingAt,
    marketingYn: row.marketingAt === null ? 'N' : 'Y',
    passwordYn: row.passwordHash === null ? 'N' : 'Y',
  }
}

/** Returns the member's profile. Throws `E_TOKEN` for a withdrawn member. */
export const readInfo = async (db: Database, memberId: string): Promise<MyInfo> => {
  const row = await store.findById(db, memberId)
  if (!row) throw new Refusal('E_TOKEN')
  return presentProfile(row)
}

/** Converts the request to columns; an `undefined` field changes nothing. */
const changed = async (
  tx: Tx,
  sent: z.output<typeof update.body>,
  before: store.Row,
  now: number,
): Promise<Partial<store.Row>> => {
  const { marketingYn, ...columns } = sent
  const changes = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  if (marketingYn === undefined) return changes
  if (marketingYn === 'N') return { ...changes, marketingAt: null, marketingVersion: null, marketingRemindedAt: null }
  // Keep the time and the text's version of the first consent.
  if (before.marketingAt !== null) return changes
  const { marketing } = await consentVersions(tx, ['marketing'])
  return { ...changes, marketingAt: now, marketingVersion: marketing }
}

/**
 * Puts a corrected name on unpaid orders and unused passes too. Locks: member → orders → passes. Throws `E_NAME_IN_USE`
 * while a used pass is still valid.
 */
const correctName = async (tx: Tx, after: store.Row, now: number): Promise<void> => {
  const name = fullName(after)
  await renameBuyer(tx, after.id, name)
  if (!(await renameHolder(tx, after.id, name, now))) throw new Refusal('E_NAME_IN_USE')
}

/**
 * Changes the profile. Throws `E_PHONE`; `E_AGE`; `E_NAME_IN_USE`; `E_NOT_FOUND` for a photo that is not an unused
 * upload of the member; `E_TOKEN` for a withdrawn member.
 */
export const changeInfo = async (
  tx: Tx,
  memberId: string,
  sent: z.output<typeof update.body>,
  now: number,
): Promise<MyInfo> => {
  if (typeof sent.birthYear === 'number' && !mayJoin(sent.birthYear, now)) throw new Refusal('E_AGE')
  if (typeof sent.mobile === 'string' && !isValidPhoneNumber(sent.mobile)) throw new Refusal('E_PHONE')
  const before = await store.lock(tx, memberId)
  if (!before) throw new Refusal('E_TOKEN')
  const photo = typeof sent.photo === 'string' ? sent.photo.toLowerCase() : sent.photo
  if (photo !== undefined && photo !== before.photo) {
    await dropFiles(tx, { users: [memberId], kind: 'profile', now })
    if (photo !== null) await takeFiles(tx, { fileUids: [photo], memberId, kind: 'profile', usedBy: memberId })
  }
  const values = await changed(tx, { ...sent, photo }, before, now)
  const after = Object.keys(values).length > 0 ? await store.update(tx, memberId, values) : before
  if (after && fullName(after) !== fullName(before)) await correctName(tx, after, now)
  const isConsentChanged = after !== undefined && (after.marketingAt === null) !== (before.marketingAt === null)
  if (isConsentChanged) await noteConsent(tx, memberId, after.marketingAt !== null, now)
  return presentProfile(after ?? before)
}
