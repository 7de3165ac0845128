import * as z from 'zod/mini'
import { linkInsert, linkOpen, linkRead, linkReceive, type LinkedGift } from '#contract/calls/giftLink.ts'
import { GIFT_KEY_BYTES } from '#contract/limits.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { withTimeout } from '#db/withTimeout.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { createDraft } from './drafts.ts'
import { failedOutcome, outcome, type Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'
import { withRuntime } from './withRuntime.ts'
export type { LinkedGift } from '#contract/calls/giftLink.ts'

/** Gifts by link (spec 4.27, decision 0148). They need the server: nothing of them is queued. */

/** The link of a gift; it works until `expiresAt`, ms. */
export interface GiftLink {
  key: string
  expiresAt: number
}
/** Address of the screen that a link opens. The key is behind `#`, so no browser sends it in the address. */
export const GIFT_PATH = '/gift'

/** Returns the full address of a link. */
export const addressOfLink = (key: string): string => `${location.origin}${GIFT_PATH}#${key}`

const KEY = new RegExp(String.raw`^[\w-]{${(GIFT_KEY_BYTES / 3) * 4}}$`)
const openDraft = createDraft('gift', z.object({ key: z.string(), isOpen: z.boolean() }), { key: '', isOpen: false })

/**
 * The link that this tab has opened: it leads through sign-in and sign-up, whose addresses never hold its key.
 * `isOpen`: its ribbon was pulled. A sign-out forgets it (security 4.3).
 */
export const useOpenedLink = openDraft.use

/** Returns the key in the hash of an address (`#key`); '' for none. */
export const keyIn = (hash: string): string => {
  const key = hash.replace(/^#/, '')
  return KEY.test(key) ? key : ''
}

/** Remembers a link that was opened. It is wrapped again, unless this tab has opened it before. */
export const rememberLink = (key: string): void => {
  if (key !== '' && key !== openDraft.read().key) openDraft.patch({ key, isOpen: false })
}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Keys of gifts that the mirror does not know are stored up to this number: their making was not answered yet. */
const UNKNOWN_KEYS_MAX = 20

/**
 * Stores the key before the request: when its answer is lost, the row of the gift leads to the key. Forgets the keys of
 * gifts that have ended, and the oldest of unknown ones. Without storage the link is shown once.
 */
const storeKey = async ({ session }: ClientRuntime, hash: string, key: string): Promise<void> => {
  const state = session.state.get()
  if (!('home' in state) || !state.home) return
  await state.home
    .transaction(async (db) => {
      const keys = Object.entries((await db.read('giftKeys')) ?? {})
      const states = new Map((await db.gifts.toArray()).map((gift) => [gift.link?.hash, gift.state]))
      const pending = keys.filter(([one]) => states.get(one) === 'sent')
      const unknown = keys.filter(([one]) => !states.has(one)).slice(-UNKNOWN_KEYS_MAX)
      await db.keep('giftKeys', { ...Object.fromEntries([...pending, ...unknown]), [hash]: key })
    })
    .catch(() => undefined)
}

/**
 * Puts a pass into a gift by link, signed if the pass is bound to this phone. `E_GIFT_PROOF`: it takes the password or
 * a mailed code, which are never stored (L5). `E_TOKEN` when nobody is signed in.
 */
export const makeGiftLink = (
  gift: { passUid: string; message?: string },
  typed: { password: string } | { code: string } | null,
): Promise<Outcome<GiftLink>> =>
  withRuntime(async (runtime) => {
    const { api, codes, platform, pulls, session } = runtime
    const state = session.state.get()
    if (!('memberId' in state)) return failedOutcome('E_TOKEN')
    // Without it the page is on no secure origin, and no phone is set up there.
    if (!platform.subtle) return failedOutcome('UNKNOWN')
    const key = toBase64url(crypto.getRandomValues(new Uint8Array(GIFT_KEY_BYTES)))
    const linkHash = hexOf(await platform.subtle.digest('SHA-256', new TextEncoder().encode(key)))
    const authority = typed ? null : await codes.signGift({ passUid: gift.passUid, id: linkHash })
    if (authority?.is === 'elsewhere') return failedOutcome('E_GIFT_PROOF')
    await storeKey(runtime, linkHash, key)
    const body = { ...gift, linkHash, proof: authority?.is === 'signed' ? authority.proof : null, ...typed }
    const answer = outcome(await api.call(linkInsert, { body }, { owner: state.memberId }))
    // Also after a failure: the gift may exist although its answer was lost.
    const pulled = pulls.pull('gifts', true)
    if (!answer.ok) return answer
    await pulled
    return { ok: true, data: { key, expiresAt: answer.data.link?.expiresAt ?? answer.data.sentAt } }
  })

/** Makes a call about the opened link: as the signed-in member, else as a guest. */
const callLink = (entry: typeof linkRead | typeof linkOpen): Promise<Outcome<LinkedGift>> =>
  withRuntime(async ({ api, session }) => {
    const { key } = openDraft.read()
    const owner = session.state.get().state === 'member' ? undefined : null
    const answer = outcome(await api.call(entry, { body: { key } }, owner === null ? { owner } : {}))
    // The session has ended meanwhile.
    if (!answer.ok && answer.code === 'E_TOKEN')
      return outcome(await api.call(entry, { body: { key } }, { owner: null }))
    return answer
  })

/** Reads the opened link. `E_NOT_FOUND`: there is no such gift. */
export const readGiftLink = (): Promise<Outcome<LinkedGift>> => callLink(linkRead)

/** Opens the gift of the link; its sender learns of the first opening. */
export const openGiftLink = (): void => {
  openDraft.patch({ isOpen: true })
  void callLink(linkOpen)
}

/** The passes are there after this time at the latest. */
const PULLED_MS = 3_000

/** Accepts the gift of the opened link, and pulls the passes, so that My Pass shows it. */
export const receiveGiftLink = (): Promise<Outcome<LinkedGift>> =>
  withRuntime(async ({ api, session, platform, pulls }) => {
    const state = session.state.get()
    if (!('memberId' in state)) return failedOutcome('E_TOKEN')
    const answer = outcome(
      await api.call(linkReceive, { body: { key: openDraft.read().key } }, { owner: state.memberId }),
    )
    if (answer.ok) await withTimeout(pulls.pull('passes', true), PULLED_MS, platform.schedule)
    return answer
  })

/** Draws a link as a QR code. */
export const drawLink = async (key: string): Promise<{ path: string; size: number }> =>
  (await loadRuntime()).codes.drawAddress(addressOfLink(key))
