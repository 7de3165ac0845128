import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { acceptedHashes, firstRoot, keyedHash, knownHashes, newestRoot, newHash, openKeys } from '#server/keys.ts'

/** Under which root a new row is stored (decision 0347). */

const opened = () => {
  const [secretKey, former] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const keys = openKeys({ secretKey, formerSecretKeys: [former], dataDir: tmpdir() })
  const state = (rootId: string, revokedAt: number | null) => ({
    rootId,
    madeAt: 0,
    signsAt: 0,
    sealedAt: null,
    revokedAt,
  })
  const [first, next] = [firstRoot(keys).id, newestRoot(keys).id]
  /** Lets the next root sign, or none when both are revoked. */
  const revoke = (...revoked: string[]): void => {
    keys.ring.roots = [first, next].map((id) => state(id, revoked.includes(id) ? 1 : null))
    keys.ring.signingRoot = [next, first].find((id) => !revoked.includes(id)) ?? null
  }
  const hashOf = (nth: 'first' | 'next') => {
    const root = nth === 'first' ? firstRoot(keys) : newestRoot(keys)
    return keyedHash(root.secret('cert'), 'text')
  }
  return { keys, first, next, revoke, hashOf }
}

test('no new row is stored where each root is revoked, because no server would accept it', () => {
  const { keys, first, next, revoke } = opened()
  revoke(first, next)
  expect(acceptedHashes(keys, 'cert', 'text')).toEqual([])
  expect(() => newHash(acceptedHashes(keys, 'cert', 'text'))).toThrow('every root of this server is revoked')
  // Our own rows are found all the same.
  expect(knownHashes(keys, 'cert', 'text')).toHaveLength(2)
})

test('a new row is stored under the root that signs, and never under a revoked one', () => {
  const { keys, first, next, revoke, hashOf } = opened()
  expect(newHash(acceptedHashes(keys, 'cert', 'text'))).toBe(hashOf('first'))
  revoke()
  expect(acceptedHashes(keys, 'cert', 'text')).toEqual([hashOf('next'), hashOf('first')])
  expect(newHash(acceptedHashes(keys, 'cert', 'text'))).toBe(hashOf('next'))
  revoke(first)
  expect(acceptedHashes(keys, 'cert', 'text')).toEqual([hashOf('next')])
  revoke(next)
  expect(newHash(acceptedHashes(keys, 'cert', 'text'))).toBe(hashOf('first'))
})
