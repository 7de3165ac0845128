import { createSecretKey } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Keys } from '#server/keys.ts'

/** The operator token proves knowledge of the installation's secret. The terminal makes it without the server. */

const ALGORITHM = 'HS256'
const AUDIENCE = 'harbor-pass/operator'
const TOKEN_S = 60
const TERMINAL = 'terminal'

const keyOf = (keys: Keys) => createSecretKey(keys.secret('operator'))

/** Creates a token that is valid for a minute. `operator`: the person at the terminal. `now` is ms UTC. */
export const operatorToken = (keys: Keys, now: number, operator = TERMINAL): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setSubject(operator)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(now / 1000) + TOKEN_S)
    .sign(keyOf(keys))

/** Resolves to the operator that the token names; null when it is expired or not of this installation. */
export const operatorOf = async (keys: Keys, token: string, now: number): Promise<string | null> => {
  try {
    const { payload } = await jwtVerify(token, keyOf(keys), {
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
