import type { Data } from '#contract/calls/call.ts'
import * as passkey from '#contract/calls/passkey.ts'
import { PASSKEY_CHALLENGE_MS } from '#contract/limits.ts'
import { failedOutcome, outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/** Passkeys (decision 0336): the browser makes and uses the keys, and asks for face, finger or the device's code. */

let library: Promise<typeof import('@simplewebauthn/browser')> | undefined

/** Loads the library once; a first visit stores the screens that use it, but not the library. */
const loadLibrary = () => {
  library ??= import('@simplewebauthn/browser').catch((error: unknown) => {
    library = undefined
    throw error
  })
  return library
}

/** A passkey of the member. */
export interface OwnPasskey {
  passkeyUid: string
  /** What the member calls it; null until it is named. */
  name: string | null
  /** Browser and system that made it, the browser first; empty when both are unknown. */
  deviceNames: readonly string[]
  /** ms UTC. */
  addedAt: number
  /** The last sign-in by it, ms UTC; null before the first. */
  usedAt: number | null
}

/** What the browser needs to make a passkey; good for five minutes, also after the visitor has cancelled. */
export type AddOptions = Data<typeof passkey.addOptions>
/** The password, or a code mailed for `passkey`. */
export type PasskeyProof = { password: string } | { code: string }

/** Returns whether this browser has passkeys; it has none on a site without a name, such as `127.0.0.1`. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && /[a-z]$/i.test(location.hostname)

const ownPasskey = ({ label, ...row }: passkey.Passkey): OwnPasskey => ({
  ...row,
  deviceNames: label?.split(' · ') ?? [],
})

/** Lets the password manager stop offering passkeys that the account has no more; no-op where browsers cannot. */
const signalPasskeys = ({ rpId, userHandle, credentialIds }: Data<typeof passkey.list>): void => {
  if (!supportsPasskeys()) return
  const signal = PublicKeyCredential.signalAllAcceptedCredentials?.({
    rpId,
    userId: userHandle,
    allAcceptedCredentialIds: credentialIds,
  })
  // Refused for a page of another site, such as a rehearsal that has no address of its own.
  signal?.catch(() => {})
}

/** Returns the member's passkeys, the newest first. Needs the server; nothing is stored. */
export const listPasskeys = (): Promise<Outcome<OwnPasskey[]>> =>
  withRuntime(async ({ api }) => {
    const answer = outcome(await api.call(passkey.list, {}))
    if (!answer.ok) return answer
    signalPasskeys(answer.data)
    return { ok: true, data: answer.data.list.map(ownPasskey) }
  })

/** Returns what the browser needs to make a passkey. Needs the server. */
export const requestAddOptions = (proof: PasskeyProof): Promise<Outcome<AddOptions>> =>
  withRuntime(async ({ api }) => outcome(await api.call(passkey.addOptions, { body: proof })))

/** ES256, EdDSA and RS256, in the order of preference (COSE). The server verifies no others. */
const ALGORITHMS = [-7, -8, -257]

/** `cancelled` also when the browser has no time left or no passkey to offer: it does not say which. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
const isDuplicate = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'

/** Lets the browser make a passkey and adds it to the account. `duplicate`: the device has one for this account. */
export const addPasskey = (options: AddOptions): Promise<Outcome<'added' | 'cancelled' | 'duplicate'>> =>
  withRuntime(async ({ api }) => {
    const webauthn = await loadLibrary().catch(() => null)
    if (!webauthn) return failedOutcome('OFFLINE')
    let credential: Awaited<ReturnType<typeof webauthn.startRegistration>>
    try {
      credential = await webauthn.startRegistration({
        optionsJSON: {
          challenge: options.challenge,
          rp: { id: options.rpId, name: 'Harbor Pass' },
          user: { id: options.userHandle, name: options.userNm, displayName: options.userNm },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
          timeout: PASSKEY_CHALLENGE_MS,
          attestation: 'none',
          // Signs in without an address typed before, and only by whoever unlocks the device.
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
          excludeCredentials: options.credentialIds.map((id) => ({ id, type: 'public-key' })),
        },
      })
    } catch (error) {
      if (isCancelled(error)) return { ok: true, data: 'cancelled' }
      return isDuplicate(error) ? { ok: true, data: 'duplicate' } : failedOutcome('UNKNOWN')
    }
    const { clientDataJSON: clientData, attestationObject: attestation } = credential.response
    const answer = outcome(
      await api.call(passkey.add, { body: { credentialId: credential.id, clientData, attestation } }),
    )
    return answer.ok ? { ok: true, data: 'added' } : answer
  })

/** Names a passkey. Needs the server. */
export const renamePasskey = (passkeyUid: string, name: string): Promise<Outcome<null>> =>
  withRuntime(async ({ api }) => {
    const answer = outcome(await api.call(passkey.rename, { body: { passkeyUid, name } }))
    return answer.ok ? { ok: true, data: null } : answer
  })

/** Deletes a passkey. Needs the server. A passkey that is gone already is no failure. */
export const deletePasskey = (passkeyUid: string, proof: PasskeyProof): Promise<Outcome<null>> =>
  withRuntime(async ({ api }) => {
    const answer = outcome(await api.call(passkey.remove, { body: { passkeyUid, ...proof } }))
    return answer.ok || answer.code !== 'E_NOT_FOUND' ? answer : { ok: true, data: null }
  })

/** Returns whether the browser lists passkeys below the field of the address. */
export const supportsPasskeyAutofill = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Ends the browser's request for a passkey, which then resolves as cancelled; no-op without one. */
export const cancelPasskeySignIn = (): void => {
  void library?.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony()).catch(() => {})
}

/**
 * Signs in by a passkey. `button`: the browser asks at once. `autofill`: it offers passkeys below the field of the
 * address and resolves when one is chosen or the request is cancelled; then the lack of an answer to the first request
 * is no failure, because the visitor has not asked for anything. `keep`: “Keep me signed in”, read at the choice.
 * `onSigned` runs when the device has signed, before the server is called.
 */
export const signInByPasskey = (
  way: 'button' | 'autofill',
  keep: () => boolean,
  onSigned?: () => void,
): Promise<Outcome<'signedIn' | 'cancelled'>> =>
  withRuntime(async ({ api, session, platform }): Promise<Outcome<'signedIn' | 'cancelled'>> => {
    const webauthn = await loadLibrary().catch(() => null)
    if (!webauthn) return way === 'autofill' ? { ok: true, data: 'cancelled' } : failedOutcome('OFFLINE')
    const options = await api.call(passkey.signInOptions, {})
    if (!options.ok) return way === 'autofill' ? { ok: true, data: 'cancelled' } : outcome(options)
    const { challenge, rpId } = options.data
    let signed: Awaited<ReturnType<typeof webauthn.startAuthentication>>
    try {
      signed = await webauthn.startAuthentication({
        optionsJSON: { challenge, rpId, timeout: PASSKEY_CHALLENGE_MS, userVerification: 'required' },
        useBrowserAutofill: way === 'autofill',
      })
    } catch (error) {
      return isCancelled(error) || way === 'autofill' ? { ok: true, data: 'cancelled' } : failedOutcome('UNKNOWN')
    }
    onSigned?.()
    const { clientDataJSON: clientData, authenticatorData, signature, userHandle = null } = signed.response
    const autoLgnYn = keep() ? 'Y' : 'N'
    const answer = await api.call(passkey.signIn, {
      body: { credentialId: signed.id, clientData, authenticatorData, signature, userHandle, autoLgnYn },
    })
    if (!answer.ok) return outcome(answer)
    await session.signIn(answer.data)
    if (autoLgnYn === 'Y') platform.askToPersist()
    return { ok: true, data: 'signedIn' }
  })
