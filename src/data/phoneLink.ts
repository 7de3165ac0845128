import type { Data } from '#contract/calls/call.ts'
import * as phoneLink from '#contract/calls/phoneLink.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { forgetDrafts } from './drafts.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/** The link that signs a phone in from a computer (decision 0142). */

export type PhoneLinkProgress = phoneLink.PhoneLinkProgress
/** A new link: its QR code, and when it expires (ms UTC). */
export interface PhoneLink {
  id: string
  /** The address in the QR code; the secret is its fragment, which no request contains. */
  url: string
  code: { path: string; size: number }
  expiresAt: number
}

const ADDRESS = '/login/device'

/** Makes the link for a phone that is to show `passUid`; `password` after `E_LINK_PROOF`. Needs the server. */
export const createPhoneLink = (passUid?: string, password?: string): Promise<Outcome<PhoneLink>> =>
  withRuntime(async ({ api, codes }) => {
    const body = { ...(passUid !== undefined && { passUid }), ...(password !== undefined && { password }) }
    const answer = await api.call(phoneLink.create, { body })
    if (!answer.ok) return outcome(answer)
    const { id, secret, expiresAt } = answer.data
    const url = `${location.origin}${ADDRESS}#${secret}`
    return { ok: true, data: { id, url, expiresAt, code: await codes.drawAddress(url) } }
  })

/** Returns how far a phone has come with the link; `over` for one that was replaced or ended. */
export const readPhoneLink = (id: string): Promise<Outcome<PhoneLinkProgress>> =>
  withRuntime(async ({ api }) => orOver(outcome(await api.call(phoneLink.read, { params: { id } }))))

/** Lets the phone in that shows `number`. Null for none of the numbers ends the link. */
export const confirmPhoneLink = (id: string, number: number | null): Promise<Outcome<PhoneLinkProgress>> =>
  withRuntime(async ({ api }) =>
    orOver(outcome(await api.call(phoneLink.confirm, { params: { id }, body: { number } }))),
  )

const orOver = (answer: Outcome<PhoneLinkProgress>): Outcome<PhoneLinkProgress> =>
  !answer.ok && answer.code === 'E_NOT_FOUND'
    ? { ok: true, data: { state: 'over', numbers: null, label: null } }
    : answer

/** Makes the secret by which this phone proves that it was the one that claimed a link. */
export const makeClaim = (): string => toBase64url(crypto.getRandomValues(new Uint8Array(32)))

/** Claims the link of a scanned QR code for this phone. Needs the server. */
export const claimPhoneLink = (secret: string, claim: string): Promise<Outcome<Data<typeof phoneLink.claim>>> =>
  withRuntime(async ({ api }) => outcome(await api.call(phoneLink.claim, { body: { secret, claim } })))

/**
 * Signs this phone in once the computer has confirmed its number, and binds the pass of the link to it. Signs another
 * member out before; their outbox stays. `waiting`: not confirmed yet.
 */
export const openPhoneLink = (claim: string): Promise<Outcome<'waiting' | 'opened'>> =>
  withRuntime(async ({ api, session, platform, bind }) => {
    const answer = await api.call(phoneLink.open, { body: { claim } })
    if (!answer.ok) return outcome(answer)
    const { waitingYn, session: opened, passUid } = answer.data
    if (waitingYn === 'Y') return { ok: true, data: 'waiting' }
    if (opened) {
      const state = session.state.get()
      if ('memberId' in state && state.memberId !== opened.userInfo.memberId) {
        await session.signOut(true)
        forgetDrafts()
      }
      await session.signIn(opened)
      platform.askToPersist()
    }
    // A refusal, such as a pass that another phone shows by now, is explained by My Pass, which opens next.
    if (passUid !== null) await bind({ passUid })
    return { ok: true, data: 'opened' }
  })
