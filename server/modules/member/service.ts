import { isValidPhoneNumber } from 'libphonenumber-js'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod/mini'
import type { Session, UserInfo } from '#contract/calls/account.ts'
import type { signUpForm } from '#contract/forms/signUp.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { sqlState, UNIQUE_VIOLATION } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { consumeProof, isProof } from '#server/modules/cert/service.ts'
import * as session from '#server/modules/session/service.ts'
import { tell } from '#server/modules/news/service.ts'
import * as store from './store.ts'
import { spendTemporary } from './temporary.ts'

/** A member as the other modules may know one: never the password. */
export type Member = Omit<store.Row, 'passwordHash'>

/** Tokens as the login answer holds them, and for how long (ms) the browser keeps them. */
export interface SignedIn {
  session: Session
  keep: boolean
  expiresAt: number
}

const withoutPassword = (row: store.Row): Member => {
  const { passwordHash: _, ...member } = row
  return member
}

/** The member, or undefined when there is none any more. */
export const readMember = async (db: Database | Tx, memberId: string): Promise<Member | undefined> => {
  const row = await store.findById(db, memberId)
  return row && withoutPassword(row)
}

/** The member with this address, in lower case. Said to whom that was paced for only. */
export const readMemberByEmail = async (db: Database | Tx, email: string): Promise<Member | undefined> => {
  const row = await store.findByEmail(db, email)
  return row && withoutPassword(row)
}

/** Has this mailbox an account? Said only to who proved the mailbox, or paced. `email` in lower case. */
export const isTaken = async (db: Database, email: string): Promise<boolean> =>
  (await store.findByEmail(db, email)) !== undefined

/**
 * Asks for the password again before something that cannot be taken back.
 * Throws `E_PASSWORD_MISMATCH`, `E_THROTTLED`, `E_BUSY`.
 */
export const checkPassword = async (deps: Deps, memberId: string, password: string, ip: string): Promise<void> => {
  const { forgive } = await session.countTry(deps, 'password', memberId, ip)
  const row = await store.findById(deps.db, memberId)
  if (!(await session.fitsPassword(row?.passwordHash ?? null, password))) throw new Refusal('E_PASSWORD_MISMATCH')
  await forgive()
}

/** `checkPassword`, for who has one: somebody who signs in by a provider alone is asked for none. */
export const checkOwnPassword = async (
  deps: Deps,
  memberId: string,
  password: string | undefined,
  ip: string,
): Promise<void> => {
  const row = await store.findById(deps.db, memberId)
  if (row?.passwordHash !== null) await checkPassword(deps, memberId, password ?? '', ip)
}

const infoOf = ({ id, email, engNm, engSurname }: Member): UserInfo => ({ memberId: id, email, engNm, engSurname })

/** The answer of a sign-in. */
export const signedIn = (tokens: session.Tokens, member: Member): SignedIn => ({
  session: {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    autoLgnYn: tokens.keep ? 'Y' : 'N',
    userInfo: infoOf(member),
  },
  keep: tokens.keep,
  expiresAt: tokens.expiresAt,
})

type Form = Omit<z.output<typeof signUpForm>, 'password'>
/** Before anything is done about it: consents, phone, mailbox. Throws `E_TERMS_REQUIRED`, `E_PHONE`, `E_CERT_REQUIRED`. */
const checkForm = async (deps: Deps, form: Form): Promise<void> => {
  if (form.termsYn !== 'Y' || form.privacyYn !== 'Y') throw new Refusal('E_TERMS_REQUIRED')
  if (form.mobile !== undefined && !isValidPhoneNumber(form.mobile)) throw new Refusal('E_PHONE')
  if (!(await isProof(deps, form.certUid, { email: form.email, purpose: 'join' }))) throw new Refusal('E_CERT_REQUIRED')
}

/**
 * Creates the member whose mailbox was proven, and signs in (specification 4, 5). Without `makeHash` there is no
 * password; `also` runs in the same transaction. Throws `E_TERMS_REQUIRED`, `E_PHONE`, `E_CERT_REQUIRED`, `E_EMAIL_IN_USE`.
 */
export const createMember = async (
  deps: Deps,
  form: Form,
  label: string | null,
  { makeHash, also }: { makeHash?: () => Promise<string>; also?: (tx: Tx, memberId: string) => Promise<void> },
): Promise<SignedIn> => {
  // A hash is dear: only who proved a mailbox may cause one.
  await checkForm(deps, form)
  const passwordHash = makeHash ? await makeHash() : null
  const now = deps.clock()
  const row: store.Row = {
    id: uuidv7(),
    email: form.email,
    passwordHash,
    engSurname: form.engSurname,
    engNm: form.engNm,
    gender: form.gender,
    birthYear: form.birthYear ?? null,
    ntnCd: form.ntnCd ?? null,
    mobile: form.mobile ?? null,
    termsAt: now,
    privacyAt: now,
    marketingAt: form.marketingYn === 'Y' ? now : null,
    joinedAt: now,
    photo: null,
    withdrawnAt: null,
  }
  try {
    const opened = await deps.db.transaction(async (tx) => {
      await consumeProof(tx, deps, form.certUid, { email: form.email, purpose: 'join' })
      await store.insertMember(tx, row)
      await also?.(tx, row.id)
      return session.openSession(tx, deps, { memberId: row.id, keep: form.autoLgnYn === 'Y', label })
    })
    return signedIn(await session.tokensOf(deps, opened), withoutPassword(row))
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw new Refusal('E_EMAIL_IN_USE')
    throw error
  }
}

/** `createMember` with a password. Throws the same, and `E_BUSY`. */
export const signUp = (deps: Deps, form: z.output<typeof signUpForm>, label: string | null): Promise<SignedIn> =>
  createMember(deps, form, label, { makeHash: () => session.hashPassword(form.password) })

/** Opens a session and tells the member when none of theirs ever looked like this one. */
export const enter = async (tx: Tx, deps: Deps, opening: session.Opening) => {
  const isNew = await session.isNewLabel(tx, opening.memberId, opening.label)
  const row = await session.openSession(tx, deps, opening)
  const { id, memberId, startedAt } = row
  const values = { signedInAt: startedAt }
  if (isNew) await tell(tx, { memberId, kind: 'sign_in_new_device', key: `sign-in:${id}`, values, at: startedAt })
  return row
}

/**
 * Signs in. An unknown id, a wrong password and a member without one are one answer and one hash.
 * A temporary password opens a session that can only set a new one. Throws `E_LOGIN`, `E_THROTTLED`, `E_BUSY`.
 */
export const login = async (
  deps: Deps,
  { id, password, keep, ip, label }: { id: string; password: string; keep: boolean; ip: string; label: string | null },
): Promise<SignedIn> => {
  const email = id.trim().toLowerCase()
  const { forgive } = await session.countTry(deps, 'login', email, ip)
  const { giveBack } = await session.paceAddress(deps, 'loginFailure', ip)
  const row = await store.findByEmail(deps.db, email)
  const fits = await session.fitsPassword(row?.passwordHash ?? null, password)
  const opened = await deps.db.transaction(async (tx) => {
    const passwordOnly = !fits && (await spendTemporary(tx, deps, row?.id ?? null, password))
    // A hash takes its time: the password may have been changed meanwhile, which ended all sessions but this one.
    if (!row || !(passwordOnly || (fits && (await store.holdPassword(tx, row))))) return undefined
    const memberId = row.id
    const begun = fits
      ? await enter(tx, deps, { memberId, keep, label })
      : await session.openSession(tx, deps, { memberId, keep: false, label, passwordOnly })
    await forgive(tx)
    await giveBack(tx)
    return begun
  })
  if (!row || !opened) throw new Refusal('E_LOGIN')
  const { session: answer, ...cookies } = signedIn(await session.tokensOf(deps, opened), withoutPassword(row))
  return { ...cookies, session: opened.passwordOnly ? { ...answer, mustChangeYn: 'Y' } : answer }
}

/** Both tokens anew. Throws `E_SESSION`. */
export const refresh = async (deps: Deps, refreshToken: string): Promise<SignedIn> => {
  const tokens = await session.refresh(deps, refreshToken)
  const member = await readMember(deps.db, tokens.memberId)
  if (!member) throw new Refusal('E_SESSION')
  return signedIn(tokens, member)
}
