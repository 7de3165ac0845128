import { isValidPhoneNumber } from 'libphonenumber-js'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod/mini'
import type { Session, UserInfo } from '#contract/calls/account.ts'
import type { signUpForm } from '#contract/forms/signUp.ts'
import { ownWords } from '#contract/rules/password.ts'
import { mayJoin } from '#contract/rules/age.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { sqlState, UNIQUE_VIOLATION } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { canConsumeProof, consumeProof } from '#server/modules/cert/service.ts'
import * as session from '#server/modules/session/service.ts'
import { consentVersions } from '#server/modules/catalogue/service.ts'
import { scheduleWelcome } from '#server/modules/coupon/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { noteConsent } from './marketing.ts'
import * as store from './store.ts'
import { looksTemporary, spendTemporary } from './temporary.ts'

export { setLocale } from './store.ts'

/** A member for other modules: without the password hash. */
export type Member = Omit<store.Row, 'passwordHash'>

/**
 * A sign-in: the response body, and what the cookies need. `keep`: “Keep me signed in”. `expiresAt`: end of the
 * session, ms UTC.
 */
export interface SignedIn {
  session: Session
  keep: boolean
  expiresAt: number
  /** Value of the cookie that makes this a known phone. */
  phoneToken: string
}

/** How long the welcome mail is worth sending: a mailbox may be unreachable for a weekend. */
const WELCOME_MS = 7 * DAY_MS

const withoutPassword = (row: store.Row): Member => {
  const { passwordHash: _, ...member } = row
  return member
}

/** Returns a member; undefined for an unknown or withdrawn one. */
export const readMember = async (db: Database | Tx, memberId: string): Promise<Member | undefined> => {
  const row = await store.findById(db, memberId)
  return row && withoutPassword(row)
}

/**
 * Returns a member whose name goes on a pass; undefined for an unknown or withdrawn one. Until the transaction ends, a
 * correction of the name waits, and then finds the pass. Call it before the pass is locked, as the correction does.
 */
export const readHolder = async (tx: Tx, memberId: string): Promise<Member | undefined> => {
  const row = await store.findUnchanged(tx, memberId)
  return row && withoutPassword(row)
}

/**
 * Returns the member of an address in lower case; undefined without one. Reveal the result only after proof of the
 * mailbox, or at a limited rate.
 */
export const readMemberByEmail = async (db: Database | Tx, email: string): Promise<Member | undefined> => {
  const row = await store.findByEmail(db, email)
  return row && withoutPassword(row)
}

/**
 * Returns true when an address in lower case has an account. Reveal it only after proof of the mailbox, or at a limited
 * rate.
 */
export const isTaken = async (db: Database, email: string): Promise<boolean> =>
  (await store.findByEmail(db, email)) !== undefined

/** Counts a wrong password; after many, notifies the member once a day. `row` is undefined for an unknown member. */
const noteWrong = async (tx: Tx, deps: Deps, email: string, row: store.Row | undefined): Promise<void> => {
  const isMany = await session.countWrong(tx, deps, email)
  if (!isMany || !row) return
  const failedAt = deps.clock()
  const key = `sign-in-failures:${row.id}:${failedAt}`
  await notifyMember(tx, { memberId: row.id, kind: 'sign_in_failures', key, values: { failedAt }, at: failedAt })
}

/** Compares a counted password. A busy server compares nothing: then `giveBack` takes the counts back. Throws `E_BUSY`. */
const fitsCounted = async (
  row: store.Row | undefined,
  password: string,
  giveBack: () => Promise<unknown>,
): Promise<boolean> => {
  try {
    return await session.fitsPassword(row?.passwordHash ?? null, password)
  } catch (error) {
    await giveBack()
    throw error
  }
}

/**
 * Checks the password before an action that cannot be undone. Throws `E_PASSWORD_MISMATCH` for a wrong one and for a
 * member who has none; `E_THROTTLED` after too many tries; `E_BUSY` while too many hashes wait.
 */
export const checkPassword = async (deps: Deps, memberId: string, password: string, ip: string): Promise<void> => {
  const { forgive, giveBack } = await session.countTry(deps, 'password', memberId, { ip, phone: null })
  const row = await store.findById(deps.db, memberId)
  if (!(await fitsCounted(row, password, giveBack))) {
    if (row) await deps.db.transaction((tx) => noteWrong(tx, deps, row.email, row))
    throw new Refusal('E_PASSWORD_MISMATCH')
  }
  await forgive()
}

/**
 * Returns whether a member has a password; false for social sign-in only. True for an unknown or withdrawn member, so
 * that the check of the password follows and fails.
 */
export const hasPassword = async (db: Database, memberId: string): Promise<boolean> =>
  (await store.findById(db, memberId))?.passwordHash !== null

/**
 * Checks the password before an action that cannot be undone, unless the member has none (social sign-in only). Throws
 * `E_PASSWORD_MISMATCH`, `E_THROTTLED`, `E_BUSY`.
 */
export const checkOwnPassword = async (
  deps: Deps,
  memberId: string,
  password: string | undefined,
  ip: string,
): Promise<void> => {
  if (await hasPassword(deps.db, memberId)) await checkPassword(deps, memberId, password ?? '', ip)
}

const infoOf = ({ id, email, engNm, engSurname }: Member): UserInfo => ({ memberId: id, email, engNm, engSurname })

/** Builds the result of a sign-in. */
export const signedIn = (tokens: session.Tokens, member: Member): SignedIn => ({
  session: {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    endToken: tokens.endToken,
    sessionId: tokens.sessionId,
    autoLgnYn: tokens.keep ? 'Y' : 'N',
    userInfo: infoOf(member),
  },
  keep: tokens.keep,
  expiresAt: tokens.expiresAt,
  phoneToken: tokens.phoneToken,
})

type Form = Omit<z.output<typeof signUpForm>, 'password'>
/** Checks consents, age, phone number and mailbox. Throws `E_TERMS_REQUIRED`, `E_AGE`, `E_PHONE`, `E_CERT_REQUIRED`. */
const checkForm = async (deps: Deps, form: Form): Promise<void> => {
  if (form.termsYn !== 'Y' || form.privacyYn !== 'Y') throw new Refusal('E_TERMS_REQUIRED')
  if (form.birthYear !== undefined && !mayJoin(form.birthYear, deps.clock())) throw new Refusal('E_AGE')
  if (form.mobile !== undefined && !isValidPhoneNumber(form.mobile)) throw new Refusal('E_PHONE')
  const isProven = await canConsumeProof(deps, form.certUid, { email: form.email, purpose: 'join' })
  if (!isProven) throw new Refusal('E_CERT_REQUIRED')
}

/**
 * Creates a member whose mailbox was proven, and signs in (spec 4.41, 5.7). Without `makeHash` the member has no
 * password; `also` runs in the same transaction. Throws `E_TERMS_REQUIRED`, `E_AGE`, `E_PHONE`, `E_CERT_REQUIRED`,
 * `E_EMAIL_IN_USE`.
 */
export const createMember = async (
  deps: Deps,
  form: Form,
  seenAs: session.SeenAs,
  { makeHash, also }: { makeHash?: () => Promise<string>; also?: (tx: Tx, memberId: string) => Promise<void> },
): Promise<SignedIn> => {
  // First, because hashing is expensive: it takes a proven mailbox to cause one.
  await checkForm(deps, form)
  const passwordHash = makeHash ? await makeHash() : null
  const now = deps.clock()
  const isMarketing = form.marketingYn === 'Y'
  const versions = await consentVersions(deps.db, [
    'service',
    'privacy',
    ...(isMarketing ? ['marketing' as const] : []),
  ])
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
    marketingAt: isMarketing ? now : null,
    termsVersion: versions.service,
    privacyVersion: versions.privacy,
    marketingVersion: versions.marketing ?? null,
    marketingRemindedAt: null,
    joinedAt: now,
    photo: null,
    locale: seenAs.locale,
    localeAt: now,
    withdrawnAt: null,
  }
  try {
    const opened = await deps.db.transaction(async (tx) => {
      await consumeProof(tx, deps, form.certUid, { email: form.email, purpose: 'join' })
      await store.insertMember(tx, row)
      await also?.(tx, row.id)
      await scheduleWelcome(tx, row.id, now)
      if (isMarketing) await noteConsent(tx, row.id, true, now)
      const letter = { id: 'welcome', locale: seenAs.locale, values: {} } as const
      await deps.mail.send({ ...letter, to: row.email, key: `welcome:${row.id}`, until: now + WELCOME_MS }, tx)
      return session.openSession(tx, deps, { memberId: row.id, keep: form.autoLgnYn === 'Y', ...seenAs })
    })
    return signedIn(await session.tokensOf(deps, opened), withoutPassword(row))
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw new Refusal('E_EMAIL_IN_USE')
    throw error
  }
}

/**
 * Creates a member with a password, and signs the member in. Throws what `createMember` throws, `E_PASSWORD_WEAK` and
 * `E_BUSY`.
 */
export const signUp = (deps: Deps, form: z.output<typeof signUpForm>, seenAs: session.SeenAs): Promise<SignedIn> =>
  createMember(deps, form, seenAs, { makeHash: () => session.hashPassword(form.password, ownWords(form.email)) })

/**
 * Opens a session and returns it. Notifies the member when earlier sessions are known and none has this device label.
 */
export const openNotifiedSession = async (tx: Tx, deps: Deps, opening: session.Opening): Promise<session.Row> => {
  const isNew = await session.hasOnlyOtherLabels(tx, opening.memberId, opening.label)
  const row = await session.openSession(tx, deps, opening)
  const { id, memberId, startedAt } = row
  await store.setLocale(tx, memberId, opening.locale, startedAt)
  const values = { signedInAt: startedAt }
  if (isNew)
    await notifyMember(tx, { memberId, kind: 'sign_in_new_device', key: `sign-in:${id}`, values, at: startedAt })
  return row
}

/** Input of `login`. `phone`: the known phone that the request's cookies name. */
export interface Login extends session.SeenAs {
  id: string
  password: string
  keep: boolean
  ip: string
  phone: session.KnownPhone | null
}

/** Opens a password-only session by a temporary password; undefined when it is wrong, used or expired. */
const enterByTemporary = (deps: Deps, row: store.Row | undefined, { password, label, locale }: Login) =>
  deps.db.transaction(async (tx) => {
    if (!(await spendTemporary(tx, deps, row?.id ?? null, password)) || !row) return undefined
    return session.openSession(tx, deps, { memberId: row.id, keep: false, label, locale, passwordOnly: true })
  })

/** Opens a session by the member's password; undefined when it is wrong. Throws `E_THROTTLED`, `E_BUSY`. */
const enterByPassword = async (deps: Deps, email: string, row: store.Row | undefined, credentials: Login) => {
  const { password, keep, ip, label, locale } = credentials
  const phone = session.ownPhone(credentials.phone, row?.id)
  const { forgive, giveBack } = await session.countTry(deps, 'login', email, { ip, phone })
  const paced = phone ? undefined : await session.paceAddress(deps, 'loginFailure', ip)
  const fits = await fitsCounted(row, password, async () => {
    await giveBack()
    await paced?.giveBack(deps.db)
  })
  return deps.db.transaction(async (tx) => {
    // The password may have changed during the hash, which ended the sessions before it; this one must not open then.
    if (!row || !fits || !(await store.holdPassword(tx, row))) return noteWrong(tx, deps, email, row)
    const opened = await openNotifiedSession(tx, deps, { memberId: row.id, keep, label, locale })
    await forgive(tx)
    await paced?.giveBack(tx)
    return opened
  })
}

/**
 * Signs in. An unknown id, a wrong password and a member without one get the same response after the same hash. A
 * temporary password opens a session that can only set a new one. It cannot be guessed, so it is not throttled: it lets
 * an owner in while strangers' guesses throttle the account. Throws `E_LOGIN`, `E_THROTTLED`, `E_BUSY`.
 */
export const login = async (deps: Deps, credentials: Login): Promise<SignedIn> => {
  const email = credentials.id.trim().toLowerCase()
  const row = await store.findByEmail(deps.db, email)
  const temporary = looksTemporary(credentials.password) ? await enterByTemporary(deps, row, credentials) : undefined
  const opened = temporary ?? (await enterByPassword(deps, email, row, credentials))
  if (!row || !opened) throw new Refusal('E_LOGIN')
  const { session: answer, ...cookies } = signedIn(await session.tokensOf(deps, opened), withoutPassword(row))
  return { ...cookies, session: opened.passwordOnly ? { ...answer, mustChangeYn: 'Y' } : answer }
}
