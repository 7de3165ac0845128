import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Wallet } from '#contract/codes.ts'
import type { Locale } from '#contract/locales.ts'
import { windowEnd } from '#contract/rules/passWindow.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { Refusal } from '#server/http/refusal.ts'
import { WALLET_FILES } from '#server/http/secretPaths.ts'
import type { Caller, Writer } from '#server/http/serve.ts'
import { paceMember } from '#server/modules/session/service.ts'
import { applePass } from '#server/outside/wallet/applePass.ts'
import { googleLink } from '#server/outside/wallet/googleLink.ts'
import { signApplePass } from '#server/outside/wallet/signApplePass.ts'
import type { WalletFacts } from '#server/outside/wallet/walletTexts.ts'
import { writeForOwnPass, type CodeRequest } from './ownPass.ts'
import { factsOf, isUsable } from './service.ts'
import * as store from './store.ts'
import * as copies from './wallet.store.ts'
import { isWalletLink, storedWalletText, walletCode, walletLink } from './walletCode.ts'

/**
 * Passes in wallet apps (decision 0339). Like a card, a copy has a code of its own, which gates check online; unlike a
 * card's, they compare the holder's name. It opens as often as the pass allows.
 *
 *     added ─ added again · ended by the member · new password · signed out · withdrawn ─→ ended
 */

/** Returns what the copy of a pass says. */
const factsFor = (
  deps: Deps,
  pass: store.Pass,
  { walletUid, code }: { walletUid: string; code: string },
): WalletFacts => {
  const { holder, passType, validUntil, activatedAt, windowHours } = pass
  return {
    walletUid,
    code,
    holder,
    passType,
    useBy: activatedAt === null ? validUntil : null,
    endsAt: windowEnd(activatedAt ?? validUntil, windowHours),
    appUrl: `${deps.config.publicUrl}/myPage/myPass`,
  }
}

/**
 * Makes a copy of a member's pass for a wallet app, and ends the earlier one in it. Returns where the visitor adds it:
 * the path of a file for Apple Wallet, or a page of Google. Throws as `writeForOwnPass`; `E_WALLET_OFF` for an app that
 * the operator has no certificates for.
 */
export const addToWallet = async (
  deps: Deps,
  { wallet, ...request }: CodeRequest & { wallet: Wallet },
  { memberId, sessionId, ip, locale, write }: Caller & { ip: string; locale: Locale; write: Writer },
): Promise<{ url: string }> => {
  const { google } = deps.config.wallets
  if (deps.config.wallets[wallet] === null) throw new Refusal('E_WALLET_OFF')
  const walletUid = uuidv7()
  const { text, codeHash } = walletCode(deps, walletUid)
  const caller = { memberId, ip, write, purpose: 'wallet' as const }
  const { pass, now } = await writeForOwnPass(deps, request, caller, async (tx, locked, addedAt) => {
    await copies.replaceCopy(tx, { walletUid, passUid: locked.passUid, memberId, sessionId, wallet, codeHash, addedAt })
    return { pass: locked, now: addedAt }
  })
  if (wallet === 'google' && google)
    return { url: await googleLink(factsFor(deps, pass, { walletUid, code: text }), google, { locale, now }) }
  return { url: walletLink(deps, walletUid, now) }
}

/** Ends the copy of the member's pass in a wallet app, if there is one. Throws `E_NOT_FOUND` for another's pass. */
export const endWalletPass = async (
  tx: Tx,
  { passUid, wallet, memberId }: { passUid: string; wallet: Wallet; memberId: string },
  now: number,
): Promise<{ passUid: string; wallet: Wallet }> => {
  if (!(await store.lockOwn(tx, passUid, memberId))) throw new Refusal('E_NOT_FOUND')
  await copies.endCopy(tx, { passUid, wallet }, now)
  return { passUid, wallet }
}

/**
 * Returns the file of a copy for Apple Wallet; null when the copy was ended, its root was revoked, or no gate would admit
 * its pass.
 */
const fileOf = async (deps: Deps, walletUid: string, now: number): Promise<Buffer | null> => {
  const { apple } = deps.config.wallets
  const stored = apple && (await copies.findWithPass(deps.db, walletUid))
  if (!stored) return null
  const { pass, copy } = stored
  const code = storedWalletText(deps, copy)
  const facts = factsOf(pass, await store.entriesOf(deps.db, pass.passUid))
  if (code === null || !isUsable(facts, now)) return null
  await paceMember(deps, 'walletFile', copy.memberId)
  return signApplePass(applePass(factsFor(deps, pass, { walletUid, code }), apple))
}

/**
 * Adds the address of files for Apple Wallet. The path is the proof, because the phone's system fetches the file without
 * the application's token, and more than once. A link that is wrong or has expired is an unknown address.
 */
export const walletPages = (app: FastifyInstance, deps: Deps): void => {
  app.get<{ Params: { walletUid: string; until: string; file: string } }>(
    `${WALLET_FILES}/:walletUid/:until/:file`,
    async ({ params }, reply) => {
      const now = deps.clock()
      const file = isWalletLink(deps, params, now) ? await fileOf(deps, params.walletUid, now) : null
      if (file === null) return reply.callNotFound()
      return reply
        .headers(DATA_HEADERS)
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="harbor-pass.pkpass"')
        .type('application/vnd.apple.pkpass')
        .send(file)
    },
  )
}
