import { randomBytes } from 'node:crypto'
import { TEMPORARY_PASSWORD_MS } from '#contract/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { acceptedHashes, keyedHash } from '#server/keys.ts'
import * as store from './store.ts'

/** Without letters that are easily misread (I, L, O, U). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** At five bits each, 80 bits. */
const SIGNS = 16
/** Stands for an unknown member, so that the same work is done and the response time reveals nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Normalizes what was typed: case, hyphens and spaces do not count. */
const plain = (password: string): string => password.toUpperCase().replaceAll(/[\s-]/g, '')

const PURPOSE = 'temporary-password'
const textOf = (memberId: string, password: string): string => JSON.stringify([memberId, plain(password)])

const hashesOf = ({ keys }: Pick<Deps, 'keys'>, memberId: string, password: string): string[] =>
  acceptedHashes(keys, PURPOSE, textOf(memberId, password))

const generate = (): string =>
  [...randomBytes(SIGNS)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

/**
 * Makes and stores a temporary password, valid for `TEMPORARY_PASSWORD_MS`, which replaces any earlier one; returns it.
 * The member's own password stays valid.
 */
export const makeTemporary = async (tx: Tx, deps: Pick<Deps, 'keys' | 'clock'>, memberId: string): Promise<string> => {
  const password = generate()
  const expiresAt = deps.clock() + TEMPORARY_PASSWORD_MS
  const hash = keyedHash(deps.keys.secret(PURPOSE), textOf(memberId, password))
  await store.putTemporary(tx, { memberId, hash, expiresAt, usedAt: null })
  return password
}

/** Returns true when the text has the form of a temporary password. */
export const looksTemporary = (password: string): boolean => {
  const signs = [...plain(password)]
  return signs.length === SIGNS && signs.every((sign) => ALPHABET.includes(sign))
}

/** Spends a temporary password; false when it is wrong, used or expired. `memberId` is null for an unknown member. */
export const spendTemporary = (tx: Tx, deps: Deps, memberId: string | null, password: string): Promise<boolean> =>
  store.spendTemporary(tx, memberId ?? NOBODY, hashesOf(deps, memberId ?? NOBODY, password), deps.clock())

/** Returns true for the last temporary password, used or not: a new password must differ from it. */
export const isTemporaryPassword = async (deps: Deps, memberId: string, password: string): Promise<boolean> => {
  const last = await store.findTemporary(deps.db, memberId)
  return last !== undefined && hashesOf(deps, memberId, password).includes(last.hash)
}
