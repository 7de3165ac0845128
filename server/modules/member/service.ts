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
import * as store from './store.ts'

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

/** Has this mailbox an account? Said only to who proved the mailbox, or paced. `email` in lower case. */
export const isTaken = async (db: Database, email: string): Promise<boolean> =>
  (await store.findByEmail(db, email)) !== undefined

/** Asks for the password again before something that cannot be taken back. Throws `E_PASSWORD_MISMATCH`, `E_THROTTLED`. */
export const checkPassword = async (deps: Deps, memberId: string, password: string, ip: string): Promise<void> => {
  const { forgive } = await session.countTry(deps, 'password', memberId, ip)
  const row = await store.findById(deps.db, memberId)
  if (!(await session.fitsPassword(row?.passwordHash ?? null, password))) throw new Refusal('E_PASSWORD_MISMATCH')
  await forgive()
}

const infoOf = ({ id, email, engNm, engSurname }: Member): UserInfo => ({ memberId: id, email, engNm, engSurname })

const signedIn = (tokens: session.Tokens, member: Member): SignedIn => ({
  session: {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    autoLgnYn: tokens.keep ? 'Y' : 'N',
    userInfo: infoOf(member),
  },
  keep: tokens.keep,
  expiresAt: tokens.expiresAt,
})

/**
 * Creates the member whose mailbox was proven, and signs in (specification 4, 5).
 * Throws `E_TERMS_REQUIRED`, `E_PHONE`, `E_CERT_REQUIRED`, `E_EMAIL_IN_USE`, `E_BUSY`.
 */
export const signUp = async (deps: Deps, form: z.output<typeof signUpForm>): Promise<SignedIn> => {
  if (form.termsYn !== 'Y' || form.privacyYn !== 'Y') throw new Refusal('E_TERMS_REQUIRED')
  if (form.mobile !== undefined && !isValidPhoneNumber(form.mobile)) throw new Refusal('E_PHONE')
  const mailbox = { email: form.email, purpose: 'join' as const }
  // A hash is dear: only who proved a mailbox may cause one.
  if (!(await isProof(deps, form.certUid, mailbox))) throw new Refusal('E_CERT_REQUIRED')

  const passwordHash = await session.hashPassword(form.password)
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
  }
  try {
    const opened = await deps.db.transaction(async (tx) => {
      await consumeProof(tx, deps, form.certUid, mailbox)
      await store.insertMember(tx, row)
      return session.openSession(tx, deps, row.id, form.autoLgnYn === 'Y')
    })
    return signedIn(await session.tokensOf(deps, opened), withoutPassword(row))
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw new Refusal('E_EMAIL_IN_USE')
    throw error
  }
}

/**
 * Signs in. An unknown id and a wrong password are one answer and one hash.
 * Throws `E_LOGIN`, `E_THROTTLED`, `E_BUSY`.
 */
export const login = async (
  deps: Deps,
  { id, password, keep, ip }: { id: string; password: string; keep: boolean; ip: string },
): Promise<SignedIn> => {
  const email = id.trim().toLowerCase()
  const { forgive } = await session.countTry(deps, 'login', email, ip)
  const { giveBack } = await session.paceAddress(deps, 'loginFailure', ip)
  const row = await store.findByEmail(deps.db, email)
  const fits = await session.fitsPassword(row?.passwordHash ?? null, password)
  if (!row || !fits) throw new Refusal('E_LOGIN')
  await forgive()
  await giveBack()
  const opened = await deps.db.transaction((tx) => session.openSession(tx, deps, row.id, keep))
  return signedIn(await session.tokensOf(deps, opened), withoutPassword(row))
}

/** Both tokens anew. Throws `E_SESSION`. */
export const refresh = async (deps: Deps, refreshToken: string): Promise<SignedIn> => {
  const tokens = await session.refresh(deps, refreshToken)
  const member = await readMember(deps.db, tokens.memberId)
  if (!member) throw new Refusal('E_SESSION')
  return signedIn(tokens, member)
}
