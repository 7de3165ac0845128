import { createHash } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import type { GateRules } from '#contract/calls/gate.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { cardMark } from '#contract/rules/card.ts'
import { certificateBytesToSign, encodeCertificate, presentCode } from '#contract/rules/passCode.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { idbOf } from '#db/idb.ts'
import { GateDb, type GatePass } from '#db/gate.ts'
import { judgeLocally } from './judge.ts'

/** How a gate judges a card by what it knows, at the limits where the verdict changes. */

const NOW = 1_750_000_000_123
const PASS = '0199b2c4-7d10-7a3e-9c55-0b1e6f2a4d88'
const CARD = 'HPCARD7K3MQ2XD01ABCDEF'
const SALT = 'salt-of-this-gate'
const { subtle } = crypto
let db: GateDb
let rules: GateRules
beforeEach(async () => {
  db = new GateDb(idbOf(new IDBFactory(), IDBKeyRange))
  const key = 'a2V5LW9mLXRoaXMtZ2F0ZQ'
  rules = {
    place: { kind: 'attraction', uid: 'tower', name: 'Tower' },
    madeAt: NOW - HOUR_MS,
    keys: [],
    revoked: [],
    group: 'A',
    frozen: [],
    cards: { salt: '', live: [], blocked: [] },
    cardList: { key, live: [{ mark: await cardMark(subtle, key, CARD), passUid: PASS }], blocked: [] },
    limits: { skewMs: 90_000, holdMs: 60_000, periodMs: 15_000, undoMs: 60_000 },
  }
})

const judged = (text = CARD, { now = NOW, notBefore = null }: { now?: number; notBefore?: number | null } = {}) =>
  judgeLocally({ text, now, rules, held: null, notBefore, salt: SALT, db, subtle })
/** Stores what the server has said about the pass. */
const hear = (facts: Partial<GatePass>) =>
  db.passes.put({ key: PASS, used: null, expiresAt: null, allowance: null, heardAt: NOW - 1, ...facts })
/** Judges the card after the server has said this about its pass. */
const afterHearing = async (facts: Partial<GatePass>) => {
  await hear(facts)
  return judged()
}
/** Makes a live code of the pass at `at`, and lists the key of its issuer. */
const liveCode = async (at: number): Promise<string> => {
  const [issuer, device] = [
    await subtle.generateKey('Ed25519', true, ['sign', 'verify']),
    await subtle.generateKey('Ed25519', true, ['sign', 'verify']),
  ] as CryptoKeyPair[]
  const publicKeyOf = async (pair?: CryptoKeyPair) =>
    new Uint8Array(await subtle.exportKey('raw', pair?.publicKey as CryptoKey))
  const sign = async (pair: CryptoKeyPair | undefined, bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await subtle.sign('Ed25519', pair?.privateKey as CryptoKey, bytes))
  const keyId = '0a1b2c3d'
  rules.keys = [{ keyId, publicKey: toBase64url(await publicKeyOf(issuer)) }]
  const body = {
    algorithm: 'Ed25519',
    keyId,
    passUid: PASS,
    passType: '24H',
    epoch: 1,
    notAfter: Math.floor((NOW + 30 * DAY_MS) / 1000) * 1000,
    deviceKey: await publicKeyOf(device),
  } as const
  const signature = await sign(issuer, certificateBytesToSign(body))
  return presentCode(encodeCertificate({ ...body, signature }), at, (bytes) => sign(device, bytes))
}

test('a pass is refused as expired from the instant of its end on (G14)', async () => {
  for (const expiresAt of [NOW - 1, NOW])
    expect(await afterHearing({ expiresAt })).toMatchObject({ verdict: 'refused', reason: 'expired' })
  expect(await afterHearing({ expiresAt: NOW + 1 })).toMatchObject({ verdict: 'enter', key: PASS })
})

test('a gate whose clock is behind the known instant counts the end of a card’s pass from that instant (G12, G14)', async () => {
  const behind = { now: NOW - DAY_MS, notBefore: NOW }
  await hear({ expiresAt: NOW })
  expect(await judged(CARD, behind)).toMatchObject({ verdict: 'refused', reason: 'expired' })
  await hear({ expiresAt: NOW + 1 })
  expect(await judged(CARD, behind)).toMatchObject({ verdict: 'enter', key: PASS })
})

test('a gate whose clock is behind the known instant counts the end of a live code’s pass from that instant (G12, G14)', async () => {
  const behind = { now: NOW - DAY_MS, notBefore: NOW }
  const code = await liveCode(NOW)
  await hear({ expiresAt: NOW })
  expect(await judged(code, behind)).toMatchObject({ verdict: 'refused', reason: 'expired' })
  await hear({ expiresAt: NOW + 1 })
  expect(await judged(code, behind)).toMatchObject({ verdict: 'hold' })
})

test('an allowance is spent with its last entry, in the group of this place alone (G14)', async () => {
  const used = (A: number) => ({ allowance: { A: { total: 2, used: A }, B: { total: 3, used: 3 } } })
  expect(await afterHearing(used(1))).toMatchObject({ verdict: 'enter' })
  for (const all of [2, 3])
    expect(await afterHearing(used(all))).toMatchObject({ verdict: 'refused', reason: 'allowance_spent' })
})

test('the newer of gate lists and server answer names the group, and the lists do on a tie (G15)', async () => {
  const { madeAt } = rules
  for (const [heardAt, group] of [
    [madeAt - 1, 'A'],
    [madeAt, 'A'],
    [madeAt + 1, 'B'],
  ] as const)
    expect(await afterHearing({ heardAt, group: 'B' })).toMatchObject({ verdict: 'enter', group })
})

test('staff decide about a card that is not listed, which is identified by a hash as in earlier releases (G17)', async () => {
  const unlisted = 'HPCARD0000000000000001'
  const hash = createHash('sha256').update(`${SALT}${unlisted}`).digest().subarray(0, 12).toString('base64url')
  expect(await judged(unlisted)).toMatchObject({ verdict: 'ask', key: `card:${hash}` })
})

test.each([
  ['the QR code of a card', CARD],
  ['a printed number', '9990000000010002'],
  ['a one-time code', 'HP1T:ABCDEFGH12'],
])('without gate lists %s cannot be judged (G13)', async (_what, text) => {
  const scan = { text, now: NOW, rules: undefined, held: null, notBefore: null, salt: SALT, db, subtle }
  expect(await judgeLocally(scan)).toMatchObject({ verdict: 'no_lists' })
})
