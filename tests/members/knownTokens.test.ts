import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { ACCESS_TOKEN_S } from '#contract/limits.ts'
import { type Keys, openKeys } from '#server/keys.ts'
import { readAccess, signAccess } from '#server/modules/session/tokens.ts'
import { START } from '../harness/clock.ts'

const keysOf = (): Keys => openKeys({ secretKey: randomBytes(32).toString('base64'), dataDir: '' })
const LIFE_MS = ACCESS_TOKEN_S * 1000
const signed = async (keys: Keys) => {
  const family = {
    id: uuidv7(),
    memberId: uuidv7(),
    generation: 1,
    rotatedAt: START,
    startedAt: START,
    expiresAt: START + 10 * LIFE_MS,
  }
  return { token: await signAccess(keys, family, START), claims: { memberId: family.memberId, sessionId: family.id } }
}

test('a cached token still expires at its own time', async () => {
  const keys = keysOf()
  const { token, claims } = await signed(keys)
  expect(await readAccess(keys, token, START + LIFE_MS)).toBeNull()
  expect(await readAccess(keys, token, START)).toEqual(claims)
  expect(await readAccess(keys, token, START + LIFE_MS - 1_000)).toEqual(claims)
  expect(await readAccess(keys, token, START + LIFE_MS)).toBeNull()
})

test('a token cached under one key is invalid under another, and a changed token is invalid', async () => {
  const keys = keysOf()
  const { token, claims } = await signed(keys)
  expect(await readAccess(keys, token, START)).toEqual(claims)
  expect(await readAccess(keysOf(), token, START)).toBeNull()
  const [head = '', body = '', signature = ''] = token.split('.')
  const swapped = signature.startsWith('A') ? 'B' : 'A'
  expect(await readAccess(keys, `${head}.${body}.${swapped}${signature.slice(1)}`, START)).toBeNull()
})

test('each token returns its own claims when there are more tokens than cache entries', async () => {
  const keys = keysOf()
  const all: Awaited<ReturnType<typeof signed>>[] = []
  for (let count = 0; count < 2_100; count += 1) all.push(await signed(keys))
  for (const _ of [1, 2])
    for (const { token, claims } of all) expect(await readAccess(keys, token, START)).toEqual(claims)
})
