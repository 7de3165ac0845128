import { uuidv7 } from 'uuidv7'
import { TEMPORARY_PASSWORD_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { ownWords } from '#contract/rules/password.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { holdSessions } from '#server/db/membership.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller, Writer } from '#server/http/serve.ts'
import { revokeDevices } from '#server/modules/device/service.ts'
import * as session from '#server/modules/session/service.ts'
import type { Prepare } from '#server/outside/mail/mailQueue.ts'
import { checkPassword, openNotifiedSession, readMember, signedIn, type SignedIn } from './service.ts'
import * as store from './store.ts'
import { isTemporaryPassword, makeTemporary } from './temporary.ts'

const MINUTES = TEMPORARY_PASSWORD_MS / MINUTE_MS
/** How long the notice of a changed password is retried: it still matters days later. */
const NOTICE_MS = 7 * DAY_MS

/**
 * Queues the mail with a temporary password; returns for how many minutes that is valid. Whether the address has a
 * member is checked when the mail is sent, so that neither the response nor its time reveals it. Call `mail.wake()`
 * after the response. Throws `E_THROTTLED`, for any mailbox alike.
 */
export const requestTemporary = async (deps: Deps, email: string, locale: Locale, { ip, phone }: session.Asker) => {
  await session.paceAddress(deps, 'certMail', ip)
  const owner = phone && (await store.findByEmail(deps.db, email))
  await session.paceMailbox(deps, 'temporary', email, { ip, phone: session.ownPhone(phone, owner?.id) })
  const until = deps.clock() + TEMPORARY_PASSWORD_MS
  const key = `temporary-password:${uuidv7()}`
  const letter = { to: email, locale, id: 'temporaryPassword', values: {}, key, until } as const
  await deps.db.transaction((tx) => deps.mail.send(letter, tx))
  return { minutes: MINUTES }
}

/**
 * Creates the mail queue's hook that makes a temporary password when its mail is sent. The hook resolves to the values
 * of the mail; to null when the address has no member, and nothing is sent.
 */
export const prepareLetters =
  (deps: Pick<Deps, 'db' | 'keys' | 'clock'>): Prepare =>
  (_letter, to) =>
    deps.db.transaction(async (tx) => {
      const row = await store.findByEmail(tx, to)
      return row ? { password: await makeTemporary(tx, deps, row.id), minutes: String(MINUTES) } : null
    })

/** After a new password: deletes temporary passwords, ends all sessions except `but`, and mails a notice. */
const finishPasswordChange = async (
  tx: Tx,
  deps: Deps,
  { memberId, email, locale, but }: { memberId: string; email: string; locale: Locale; but: string | null },
): Promise<void> => {
  const now = deps.clock()
  await store.dropTemporary(tx, memberId)
  await session.endSessions(tx, memberId, now, but)
  const key = `password-changed:${uuidv7()}`
  await deps.mail.send({ to: email, locale, id: 'passwordChanged', values: {}, key, until: now + NOTICE_MS }, tx)
}

/** Hashes a new password. Throws `E_PASSWORD_TEMPORARY`, `E_PASSWORD_WEAK`, `E_BUSY`. */
const hashNew = async (
  deps: Deps,
  { memberId, email }: { memberId: string; email: string },
  password: string,
): Promise<string> => {
  if (await isTemporaryPassword(deps, memberId, password)) throw new Refusal('E_PASSWORD_TEMPORARY')
  return session.hashPassword(password, ownWords(email))
}

interface Recovery {
  token: string
  password: string
  /** "Keep me signed in" (`autoLgnYn`). */
  keep: boolean
  locale: Locale
  label: string | null
}

/**
 * Sets a new password in the session that a temporary one opened (`token`). Ends all sessions, deletes all phones, and
 * opens a new session. Throws `E_SESSION` for any other token; `E_PASSWORD_TEMPORARY`; `E_PASSWORD_WEAK`; `E_BUSY`.
 */
export const finishRecovery = async (
  deps: Deps,
  { token, password, keep, locale, label }: Recovery,
): Promise<SignedIn> => {
  const caller = await session.readPasswordOnly(token, deps)
  const member = caller && (await readMember(deps.db, caller.memberId))
  if (!caller || !member) throw new Refusal('E_SESSION')
  const { id: memberId, email } = member
  const passwordHash = await hashNew(deps, { memberId, email }, password)
  const opened = await deps.db.transaction(async (tx) => {
    // Of two concurrent requests, the first ends the session and the second fails here.
    if (!(await holdSessions(tx, memberId, deps.clock())).includes(caller.sessionId)) throw new Refusal('E_SESSION')
    // Before sessions end: a concurrent sign-in by the old password has committed and is ended below, or fails.
    if (!(await store.update(tx, memberId, { passwordHash }))) throw new Refusal('E_SESSION')
    await finishPasswordChange(tx, deps, { memberId, email, locale, but: null })
    await revokeDevices(tx, memberId, deps.clock())
    return openNotifiedSession(tx, deps, { memberId, keep, label, locale })
  })
  deps.mail.wake()
  return signedIn(await session.tokensOf(deps, opened), member)
}

/**
 * Changes the password, given the present one. Ends all other sessions and deletes all phones except `deviceUid`.
 * Throws `E_PASSWORD_CURRENT`, `E_PASSWORD_TEMPORARY`, `E_PASSWORD_WEAK`, `E_THROTTLED`, `E_BUSY`.
 */
export const changePassword = async (
  deps: Deps,
  { memberId, sessionId }: Caller,
  {
    currentPassword,
    password,
    deviceUid,
  }: { currentPassword: string; password: string; deviceUid?: string | undefined },
  { ip, locale, writeAlone }: { ip: string; locale: Locale; writeAlone: Writer },
): Promise<null> => {
  const before = await store.findById(deps.db, memberId)
  await checkPassword(deps, memberId, currentPassword, ip).catch((error: unknown) => {
    // This form has its own message (spec 8.19).
    throw error instanceof Refusal && error.code === 'E_PASSWORD_MISMATCH' ? new Refusal('E_PASSWORD_CURRENT') : error
  })
  const hash = await hashNew(deps, { memberId, email: before?.email ?? '' }, password)
  const answer = await writeAlone(async (tx) => {
    if (!before?.passwordHash) throw new Refusal('E_PASSWORD_CURRENT')
    if (!(await store.replacePassword(tx, memberId, before.passwordHash, hash))) throw new Refusal('E_PASSWORD_CURRENT')
    await finishPasswordChange(tx, deps, { memberId, email: before.email, locale, but: sessionId })
    await revokeDevices(tx, memberId, deps.clock(), deviceUid)
    return null
  })
  deps.mail.wake()
  return answer
}
