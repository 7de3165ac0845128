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
  return {
    expectedOrigin: origin,
    expectedRPID: rpId,
    // Face, finger or code of the device: the passkey stands for the password, so a found key must not be enough.
    requireUserVerification: true,
  }
}

/** What a new passkey's device has answered. All base64url. */
export interface Registration {
  credentialId: string
  clientData: string
  attestation: string
}

/**
 * Returns whether an attestation object has no certificates: format `none`, which we ask for, or signed by the new key
 * itself. The library fetches the lists of revoked certificates from the addresses that certificates name, and every
 * caller can make certificates that name any address.
 */
const hasNoCertificates = async (attestation: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** Returns the challenge that a browser says it has signed, unverified; undefined when it names none. */
const readChallenge = (clientData: string): string | undefined => {
  const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown }
  return typeof challenge === 'string' ? challenge : undefined
}

/**
 * Reads a new passkey: the challenge that it answers, which the caller spends before anything is verified, and
 * `verify`. That resolves to the key (COSE, base64url) and its count; null when anything in the answer is wrong: form,
 * origin, site, or no check of the person. Resolves to null without a challenge, and for an attestation with certificates.
 */
export const readRegistration = async (deps: Deps, { credentialId, clientData, attestation }: Registration) => {
  const refuse = (error: unknown) => {
    deps.log.info({ why: error instanceof Error ? error.message : '' }, 'a new passkey was refused')
    return null
  }
  try {
    const challenge = readChallenge(clientData)
    if (challenge === undefined) return refuse(new Error('no challenge'))
    if (!(await hasNoCertificates(attestation))) return refuse(new Error('an attestation with certificates'))
    // Loaded here, so that no transaction waits for it.
    const { verifyRegistrationResponse } = await load()
    const response: RegistrationResponseJSON = {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response: { clientDataJSON: clientData, attestationObject: attestation },
      clientExtensionResults: {},
    }
    const verify = async () => {
      try {
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expectationOf(deps),
          response,
          expectedChallenge: challenge,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        // The id in the signed data counts, not the one beside it.
        if (registrationInfo?.credential.id !== credentialId) return null
        const { publicKey, counter } = registrationInfo.credential
        return { publicKey: Buffer.from(publicKey).toString('base64url'), signCount: counter }
      } catch (error) {
        return refuse(error)
      }
    }
    return { challenge, verify }
  } catch (error) {
    return refuse(error)
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
  let challenge = ''
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
      ...expectationOf(deps),
      response,
      // The database decides whether it is one of ours, in the transaction of the effect.
      expectedChallenge: (signedChallenge: string) => {
        challenge = signedChallenge
        return true
      },
      // Zero accepts every count: the stored one is compared under the row's lock.
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    })
    return verified ? { signCount: authenticationInfo.newCounter, challenge } : null
  } catch (error) {
    deps.log.info({ why: error instanceof Error ? error.message : '' }, 'a sign-in by passkey was refused')
    return null
  }
}
