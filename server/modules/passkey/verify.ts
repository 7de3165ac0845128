import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Deps } from '#server/deps.ts'

/**
 * The protocol of passkeys (WebAuthn), by `@simplewebauthn/server`. That is loaded at the first answer of a passkey: it
 * takes 25 MB, and no server needs it before. `supportedAlgorithmIDs` are given, because finding out which ones Node
 * supports prints its warnings about experimental features.
 */
const load = () => import('@simplewebauthn/server')

/** ES256, which most phones make, EdDSA, and RS256 for Windows. COSE numbers; the client offers the same. */
const ALGORITHMS = [-7, -8, -257]

/** The site that passkeys are for, and the origin at which browsers answer: those of the public address. */
export const siteOf = ({ config }: Pick<Deps, 'config'>) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpId: hostname, origin }
}

const expectationOf = (deps: Pick<Deps, 'config'>) => {
  const { rpId, origin } = siteOf(deps)
  let challenge = ''
  return {
    options: {
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The database decides whether it is one of ours, in the transaction of the effect.
      expectedChallenge: (signed: string) => {
        challenge = signed
        return true
      },
      // Face, finger or code of the device: the passkey stands for the password, so a found key must not be enough.
      requireUserVerification: true,
    },
    challenge: () => challenge,
  }
}

/** What a new passkey's device has answered. All base64url. */
export interface Registration {
  credentialId: string
  clientData: string
  attestation: string
}

/**
 * Checks a new passkey. Resolves to its key (COSE, base64url), its count and the challenge that it answers, which the
 * caller spends; null when anything in it is wrong: form, origin, site, or no check of the person.
 */
export const verifyRegistration = async (deps: Deps, { credentialId, clientData, attestation }: Registration) => {
  const { verifyRegistrationResponse } = await load()
  const { options, challenge } = expectationOf(deps)
  const response: RegistrationResponseJSON = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    response: { clientDataJSON: clientData, attestationObject: attestation },
    clientExtensionResults: {},
  }
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...options,
      response,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    // The id in the signed data counts, not the one beside it.
    if (registrationInfo?.credential.id !== credentialId) return null
    const { publicKey, counter } = registrationInfo.credential
    return { publicKey: Buffer.from(publicKey).toString('base64url'), signCount: counter, challenge: challenge() }
  } catch (error) {
    deps.log.info({ why: error instanceof Error ? error.message : '' }, 'a new passkey was refused')
    return null
  }
}

/** What a passkey has signed. All base64url. */
export interface Assertion {
  credentialId: string
  clientData: string
  authenticatorData: string
  signature: string
}

/**
 * Checks a signature by a stored passkey. Resolves to its count, which the caller compares when it stores it, and to
 * the challenge that was signed, which the caller spends; null for a wrong signature, origin or site, or without a
 * check of the person.
 */
export const verifyAssertion = async (deps: Deps, { publicKey }: { publicKey: string }, signed: Assertion) => {
  const { verifyAuthenticationResponse } = await load()
  const { options, challenge } = expectationOf(deps)
  const { credentialId, clientData, authenticatorData, signature } = signed
  const response: AuthenticationResponseJSON = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    response: { clientDataJSON: clientData, authenticatorData, signature },
    clientExtensionResults: {},
  }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...options,
      response,
      // Zero accepts every count: the stored one is compared under the row's lock.
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    })
    return verified ? { signCount: authenticationInfo.newCounter, challenge: challenge() } : null
  } catch (error) {
    deps.log.info({ why: error instanceof Error ? error.message : '' }, 'a sign-in by passkey was refused')
    return null
  }
}
