import { createSecretKey } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { acceptedSecrets, newestRoot, type Keys } from '#server/keys.ts'

/**
 * The operator token proves knowledge of a root secret that is not revoked. The terminal makes it without the server, by
 * the newest root.
 */

const ALGORITHM = 'HS256'
const AUDIENCE = 'harbor-pass/operator'
const TOKEN_S = 60
const TERMINAL = 'terminal'

const PURPOSE = 'operator'

/** Creates a token that is valid for a minute. `operator`: the person at the terminal. `now` is ms UTC. */
export const operatorToken = (keys: Keys, now: number, operator = TERMINAL): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setSubject(operator)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(now / 1000) + TOKEN_S)
    .sign(createSecretKey(newestRoot(keys).secret(PURPOSE)))

const readToken = async (secret: Buffer, token: string, now: number): Promise<string | null> => {
  try {
    const { payload } = await jwtVerify(token, createSecretKey(secret), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    })
    return payload.sub ?? TERMINAL
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/**
 * Resolves to the operator that the token names; null when it is expired, not of this installation, or of a revoked
 * root.
 */
export const operatorOf = async (keys: Keys, token: string, now: number): Promise<string | null> => {
  for (const secret of acceptedSecrets(keys, PURPOSE)) {
    const operator = await readToken(secret, token, now)
    if (operator !== null) return operator
  }
  return null
}
