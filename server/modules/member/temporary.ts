import { createHmac, randomBytes } from 'node:crypto'
import { TEMPORARY_PASSWORD_MS } from '#contract/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import * as store from './store.ts'

/** Without letters that are read for others (I, L, O, U). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Five bits each: 80 bits. */
const SIGNS = 16
/** In the place of a member whom there is not: the same work is done for nobody. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** As it is typed: case, hyphens and spaces do not count. */
const plain = (password: string): string => password.toUpperCase().replaceAll(/[\s-]/g, '')

const hashOf = (deps: Pick<Deps, 'keys'>, memberId: string, password: string): string =>
  createHmac('sha256', deps.keys.secret('temporary-password'))
    .update(JSON.stringify([memberId, plain(password)]))
    .digest('base64url')

const make = (): string =>
  [...randomBytes(SIGNS)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

/** A temporary password in the place of any before it; nothing else changes until it is used. */
export const makeTemporary = async (tx: Tx, deps: Pick<Deps, 'keys' | 'clock'>, memberId: string): Promise<string> => {
  const password = make()
  const expiresAt = deps.clock() + TEMPORARY_PASSWORD_MS
  await store.putTemporary(tx, { memberId, hash: hashOf(deps, memberId, password), expiresAt, usedAt: null })
  return password
}

/** Is this written as temporary passwords are? Nobody guesses one of those. */
export const looksTemporary = (password: string): boolean => {
  const signs = [...plain(password)]
  return signs.length === SIGNS && signs.every((sign) => ALPHABET.includes(sign))
}

/** Uses a temporary password up: true once, in time, for the one who was mailed it. */
export const spendTemporary = (tx: Tx, deps: Deps, memberId: string | null, password: string): Promise<boolean> =>
  store.spendTemporary(tx, memberId ?? NOBODY, hashOf(deps, memberId ?? NOBODY, password), deps.clock())

/** Is this the temporary password that was mailed last, used or not? A new password must be another. */
export const isTemporary = async (deps: Deps, memberId: string, password: string): Promise<boolean> =>
  (await store.findTemporary(deps.db, memberId))?.hash === hashOf(deps, memberId, password)
