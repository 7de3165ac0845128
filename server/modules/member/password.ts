import { uuidv7 } from 'uuidv7'
import { TEMPORARY_PASSWORD_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller, Writer } from '#server/http/serve.ts'
import { revokeDevices } from '#server/modules/device/service.ts'
import * as session from '#server/modules/session/service.ts'
import { checkPassword, enter, readMember, signedIn, type SignedIn } from './service.ts'
import * as store from './store.ts'
import { makeTemporary } from './temporary.ts'

const MINUTES = TEMPORARY_PASSWORD_MS / 60_000
/** A word that a password was changed is worth reading also days later. */
const NOTICE_MS = 7 * 86_400_000

/**
 * Mails a temporary password, if there is such a member; to everybody else the answer is the same.
 * Throws `E_THROTTLED`, for any mailbox alike.
 */
export const sendTemporary = async (deps: Deps, email: string, locale: Locale, ip: string) => {
  await session.paceAddress(deps, 'certMail', ip)
  await session.paceMailbox(deps, email)
  const until = deps.clock() + TEMPORARY_PASSWORD_MS
  await deps.db.transaction(async (tx) => {
    const row = await store.findByEmail(tx, email)
    if (!row) return
    const values = { password: await makeTemporary(tx, deps, row.id), minutes: String(MINUTES) }
    const key = `temporary-password:${uuidv7()}`
    await deps.mail.send({ to: email, locale, id: 'temporaryPassword', values, key, until }, tx)
  })
  deps.mail.wake()
  return { minutes: MINUTES }
}

/** What a new password ends beside the phones: temporary passwords and sessions, but this one. The mailbox hears of it. */
const settle = async (
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

/**
 * Sets a new password in the session that a temporary one opened; all sessions and phones end, and a new session opens.
 * Throws `E_SESSION`, `E_BUSY`.
 */
export const finishRecovery = async (
  deps: Deps,
  { token, password, locale, label }: { token: string; password: string; locale: Locale; label: string | null },
): Promise<SignedIn> => {
  const caller = await session.readPasswordOnly(token, deps)
  const member = caller && (await readMember(deps.db, caller.memberId))
  if (!caller || !member) throw new Refusal('E_SESSION')
  const passwordHash = await session.hashPassword(password)
  const { id: memberId, email } = member
  const opened = await deps.db.transaction(async (tx) => {
    // First: who signs in by the old one is either done, and ended below, or comes too late.
    if (!(await store.update(tx, memberId, { passwordHash }))) throw new Refusal('E_SESSION')
    await revokeDevices(tx, memberId)
    // Of two at once, one ends the session and sets its password.
    if (!(await session.endIfLive(tx, caller, deps.clock()))) throw new Refusal('E_SESSION')
    await settle(tx, deps, { memberId, email, locale, but: null })
    return enter(tx, deps, { memberId, keep: false, label })
  })
  deps.mail.wake()
  return signedIn(await session.tokensOf(deps, opened), member)
}

/**
 * Changes the password of who knows the present one; other sessions and phones end.
 * Throws `E_PASSWORD_CURRENT`, `E_THROTTLED`, `E_BUSY`.
 */
export const changePassword = async (
  deps: Deps,
  { memberId, sessionId }: Caller,
  {
    currentPassword,
    password,
    deviceUid,
  }: { currentPassword: string; password: string; deviceUid?: string | undefined },
  { ip, locale, write }: { ip: string; locale: Locale; write: Writer },
): Promise<null> => {
  const before = await store.findById(deps.db, memberId)
  await checkPassword(deps, memberId, currentPassword, ip).catch((error: unknown) => {
    // The specification has a sentence of its own for it.
    throw error instanceof Refusal && error.code === 'E_PASSWORD_MISMATCH' ? new Refusal('E_PASSWORD_CURRENT') : error
  })
  const hash = await session.hashPassword(password)
  const done = await write(async (tx) => {
    if (!before?.passwordHash) throw new Refusal('E_PASSWORD_CURRENT')
    // Member, phones, sessions: who locks more than one of them does it in this order.
    if (!(await store.replacePassword(tx, memberId, before.passwordHash, hash))) throw new Refusal('E_PASSWORD_CURRENT')
    await revokeDevices(tx, memberId, deviceUid)
    await settle(tx, deps, { memberId, email: before.email, locale, but: sessionId })
    return null
  })
  deps.mail.wake()
  return done
}
