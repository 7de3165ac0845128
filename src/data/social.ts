import * as z from 'zod/mini'
import type { Data } from '#contract/calls/call.ts'
import { easyLogin, list, PROVIDERS, start, type ProviderId } from '#contract/calls/easyLogin.ts'
import { CERT_PROOF_MS } from '#contract/limits.ts'
import { createDraft } from './drafts.ts'
import { failedOutcome, outcome, type FailedOutcome, type Outcome } from './outcome.ts'
import { createSharedHook } from './shared.ts'
import { withRuntime } from './withRuntime.ts'
export { PROVIDERS, type ProviderId } from '#contract/calls/easyLogin.ts'

/**
 * Social sign-in (spec 1.18, decision 0160). The browser leaves for the provider's page, so what this tab must know
 * afterwards is in a draft:
 *
 *     startSocial → provider's page → /login/snsSuccess → finishSocial ─┬─→ signed in
 *                                   └→ /login/snsFail                   └─→ guest, for the sign-up to take
 */
const provider = z.enum(PROVIDERS)
const guest = z.object({
  entranceSns: provider,
  snsUid: z.string(),
  email: z.nullable(z.string()),
  certUid: z.nullable(z.string()),
  engNm: z.nullable(z.string()),
  engSurname: z.nullable(z.string()),
  /** When the proofs expire, ms of server time. */
  expiresAt: z.number(),
})
export type SocialGuest = z.infer<typeof guest>

const schema = z.object({
  /** The sign-in that was begun in this tab. */
  flow: z.nullable(z.object({ entranceSns: provider, secret: z.string(), returnTo: z.optional(z.string()) })),
  guest: z.nullable(guest),
})
const draft = createDraft('social', schema, { flow: null, guest: null })

/** Returns the configured providers, from this phone first. */
export const useProviders = createSharedHook<Data<typeof list>>(({ reads }) => reads.providers())

/** Returns the path to open after the sign-in of this tab; undefined for home. */
export const socialReturn = (): string | undefined => draft.read().flow?.returnTo

/**
 * Begins a sign-in and resolves with the provider's page. `keep`: “Keep me signed in”. `returnTo`: path to open
 * afterwards. `E_NOT_FOUND` for a provider that is not configured, `E_THROTTLED`.
 */
export const startSocial = (
  entranceSns: ProviderId,
  { keep, returnTo }: { keep: boolean; returnTo: string | undefined },
): Promise<Outcome<string>> =>
  withRuntime(async ({ api }) => {
    const answer = await api.call(start, { body: { entranceSns, autoLgnYn: keep ? 'Y' : 'N' } })
    if (!answer.ok) return outcome(answer)
    const { url, secret } = answer.data
    // No other scheme may be opened, whatever answers in place of our server.
    if (!/^https?:\/\//.test(url)) return failedOutcome('E_SNS')
    draft.patch({ flow: { entranceSns, secret, returnTo }, guest: null })
    return { ok: true, data: url }
  })

export type SocialResult = { is: 'member' } | { is: 'guest' }
/** What the provider's redirect brought back. */
export interface ProviderAnswer {
  entranceSns: string
  code: string
  state: string
  iss?: string | undefined
}

const finish = ({ entranceSns, code, state, iss }: ProviderAnswer): Promise<Outcome<SocialResult>> =>
  withRuntime(async ({ api, session, clock, platform }): Promise<Outcome<SocialResult>> => {
    const { flow } = draft.read()
    if (flow?.entranceSns !== entranceSns) return failedOutcome('E_SNS')
    const body = { entranceSns: flow.entranceSns, code, state, secret: flow.secret, ...(iss !== undefined && { iss }) }
    const answer = await api.call(easyLogin, { body })
    if (!answer.ok) return outcome(answer)
    const { data } = answer
    if (data.joinYn === 'Y') {
      const { snsUid, email, certUid, engNm, engSurname } = data
      const expiresAt = clock.now() + CERT_PROOF_MS
      draft.patch({ guest: { entranceSns: flow.entranceSns, snsUid, email, certUid, engNm, engSurname, expiresAt } })
      return { ok: true, data: { is: 'guest' } }
    }
    await session.signIn(data)
    if (data.autoLgnYn === 'Y') platform.askToPersist()
    return { ok: true, data: { is: 'member' } }
  })

/** One request for each answer of a provider, so that a screen that is rendered twice sends its code once. */
const requests = new Map<string, Promise<Outcome<SocialResult>>>()

/**
 * Ends the sign-in with the provider's answer: signs a member in, or stores what the provider knows of a guest. `E_SNS`
 * also for a sign-in that was not begun in this tab. After `OFFLINE` the same answer may be sent again.
 */
export const finishSocial = (returned: ProviderAnswer): Promise<Outcome<SocialResult>> => {
  const request =
    requests.get(returned.state) ??
    finish(returned).then((result) => {
      if (!result.ok && isUnsent(result)) requests.delete(returned.state)
      return result
    })
  requests.set(returned.state, request)
  return request
}

/** Returns whether the server may not have seen the request, so that its code may still be good. */
export const isUnsent = ({ code }: FailedOutcome): boolean => code === 'OFFLINE' || code === 'E_UNAVAILABLE'

/** Returns the guest of this tab and removes it, so that one sign-up takes it. */
export const takeSocialGuest = (): SocialGuest | null => {
  const { guest: stored } = draft.read()
  if (stored) draft.patch({ guest: null, flow: null })
  return stored
}

/** Deletes what is stored of the sign-in of this tab. */
export const clearSocial = draft.clear
