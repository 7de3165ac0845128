import { expect, onTestFinished, test } from 'vitest'
import { toBase64url } from '#contract/rules/bytes.ts'
import { certificateBytesToSign, encodeCertificate, presentCode } from '#contract/rules/passCode.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createGate } from '#sync/gate/gate.ts'
import { START } from '../harness/clock.ts'
import { bodiesOf } from '../harness/formState.ts'
import { answer, createNetwork, html } from '../harness/network.ts'
import { createBrowser, quiet, waitUntil } from '../harness/tabs.ts'
import { CARDS, openGate, passOf } from './openGate.ts'

/**
 * The limits of a gate, exact to the millisecond and to the entry, against a server that answers as the test defines.
 */

test('a scanner with an empty journal fetches its lists after exactly 5 minutes (G29)', async () => {
  const { clock, calls, gate } = await openGate()
  clock.advance(299_999)
  await quiet()
  expect(calls('/gate/rules')).toHaveLength(0)
  clock.advance(1)
  await waitUntil(() => calls('/gate/rules').length === 1, 'lists after 5 minutes')
  await gate.contact()
})

test('a scanner with an entry in the journal contacts the server every 15 s (G29)', async () => {
  const { clock, calls, gate, offline, online, read, waiting } = await openGate()
  await offline()
  await read(CARDS[0])
  await waiting(1)
  await online()
  await gate.contact()
  const before = calls('/gate/rules').length
  clock.advance(14_999)
  await quiet()
  expect(calls('/gate/rules')).toHaveLength(before)
  clock.advance(1)
  await waitUntil(() => calls('/gate/rules').length === before + 1, 'lists after 15 s')
})

test('an entry is uploaded once it is 60 s old, and then the scanner reports that no entry waits (G28)', async () => {
  const { clock, gate, offline, online, read, uploads, waiting } = await openGate()
  await offline()
  await read(CARDS[0])
  await waiting(1)
  await online()
  clock.advance(59_999)
  await gate.contact()
  await quiet()
  expect(uploads()).toEqual([])
  clock.advance(1)
  await gate.contact()
  expect(uploads()).toEqual([
    [1, 'Y'],
    [0, 'N'],
  ])
  await waiting(0)
})

test('a journal of 51 entries is uploaded in two requests, the first with 50 (G28)', async () => {
  const { clock, db, gate, uploads, waiting } = await openGate()
  await db.entries.bulkAdd(
    Array.from({ length: 51 }, (_, nth) => ({
      entryUid: `waiting-${nth}`,
      at: START,
      code: CARDS[0],
      key: passOf(0),
      result: null,
    })),
  )
  await waiting(51)
  // The clock is set, not advanced: the timer of the scanner would contact the server as well.
  clock.set(START + 60_000)
  await gate.contact()
  expect(uploads()).toEqual([
    [50, 'Y'],
    [1, 'Y'],
    [0, 'N'],
  ])
})

test('an offline entry can be undone until it is 60 s old (G27)', async () => {
  const { clock, gate, db, offline, read } = await openGate()
  await offline()
  const { entryUid: first } = await read(CARDS[0])
  clock.advance(1)
  const { entryUid: second } = await read(CARDS[1])
  clock.advance(59_999)
  expect(await gate.undo({ entryUid: first, reason: 'other' })).toMatchObject({
    ok: false,
    failure: { code: 'E_UNDO_LATE' },
  })
  expect(await gate.undo({ entryUid: second, reason: 'other' })).toMatchObject({ ok: true })
  expect((await db.entries.toArray()).map(({ undone }) => undone?.at)).toEqual([undefined, START + 60_000])
})

test('a note of an undo with characters that the server refuses holds up no upload (G28)', async () => {
  const { gate, network, offline, online, read } = await openGate()
  const uploads = () => bodiesOf(network, /POST .*gate\/journal/) as { entries: unknown[] }[]
  const uploaded = () => uploads().flatMap(({ entries }) => entries)
  await offline()
  const { entryUid } = await read(CARDS[0])
  expect(await gate.undo({ entryUid, reason: 'other', note: 'wrong\u202e pass\u0007' })).toMatchObject({ ok: true })
  await online()
  await waitUntil(() => uploaded().length > 0, 'the upload')
  expect(uploaded()).toMatchObject([{ undone: { reason: 'other', note: 'wrong pass' } }])
})

test('a code that was used here is sent to the server unless the journal holds an entry (G23)', async () => {
  const { calls, offline, online, read, waiting } = await openGate()
  expect(await read(CARDS[0])).toMatchObject({ verdict: 'admitted', offline: false })
  await read(CARDS[0])
  expect(calls('/gate/admit')).toHaveLength(2)
  await offline()
  await read(CARDS[1])
  await waiting(1)
  await online()
  expect(await read(CARDS[1])).toMatchObject({ verdict: 'refused', reason: 'used_here', offline: true })
  expect(calls('/gate/admit')).toHaveLength(2)
})

test.each([
  [429, 'E_THROTTLED'],
  [503, 'E_UNAVAILABLE'],
])(
  'online, what only the server can judge gets the reason of its answer %i %s, and a listed card is judged here (G13, G18, G22)',
  async (http, code) => {
    const { db, gate, network, offline, read } = await openGate()
    network.fault(/gate\/admit/, async () => answer(http, code), 99)
    const oneTime = 'HP1T:ABCDEFGH12'
    expect(await gate.scan(oneTime)).toEqual({ ok: false, failure: { kind: 'refused', code } })
    expect(await read(CARDS[0])).toMatchObject({ verdict: 'admitted', offline: true })
    await db.kept.delete('rules')
    expect(await gate.scan(CARDS[1])).toEqual({ ok: false, failure: { kind: 'refused', code } })
    await offline()
    expect(await read(CARDS[1])).toMatchObject({ verdict: 'no_lists', offline: true })
  },
)

test.each(['HP1T:ABCDEFGH12', 'HP1W:ABCDEFGH12ABCDEF'])(
  'what only the server can judge, such as %s, is not judged when a page of another network answers (G18, G22, G38)',
  async (code) => {
    const { network, read, gate } = await openGate()
    network.fault(/gate\/admit/, async () => html(503), 99)
    expect(await read(code)).toMatchObject({ verdict: 'network', offline: true })
    expect(gate.state.get().waiting).toBe(0)
  },
)

test('codes and passes are forgotten when they are more than 31 days old (G34)', async () => {
  const { db, gate } = await openGate()
  const since = START - 2_678_400_000
  const ages = { newer: since + 1, limit: since, older: since - 1 }
  for (const [name, at] of Object.entries(ages)) {
    await db.seen.put({ id: name, at })
    await db.passes.put({ key: name, used: null, expiresAt: null, allowance: null, heardAt: at })
  }
  expect(await gate.contact()).toMatchObject({ ok: true })
  expect((await db.seen.toArray()).map(({ id }) => id)).toEqual(['limit', 'newer'])
  expect((await db.passes.toArray()).map(({ key }) => key)).toEqual(['limit', 'newer'])
})

test('of the entries for the desk the newest 200 are listed (G30)', async () => {
  const { clock, db, gate, offline, online, read, upload, waiting } = await openGate()
  upload.outcome = 'conflict'
  await db.entries.bulkAdd(
    Array.from({ length: 199 }, (_, nth) => ({
      entryUid: `kept-${nth}`,
      at: START,
      code: '',
      key: '',
      result: { outcome: 'conflict' as const, reason: null },
    })),
  )
  const oldestAfter = async (card: string) => {
    await offline()
    await read(card)
    await waiting(1)
    clock.advance(60_000)
    await online()
    await gate.contact()
    await waiting(0)
    const [oldest] = await db.entries.orderBy('seq').toArray()
    return [await db.entries.count(), oldest?.entryUid]
  }
  expect(await oldestAfter(CARDS[0])).toEqual([200, 'kept-0'])
  expect(await oldestAfter(CARDS[1])).toEqual([200, 'kept-1'])
  expect(await oldestAfter(CARDS[2])).toEqual([200, 'kept-2'])
})

test('a held picture is remembered for 120 s and then held as a new one (G9)', async () => {
  const keysOf = async () => (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const [issuer, device] = [await keysOf(), await keysOf()]
  const raw = async ({ publicKey }: CryptoKeyPair) => new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const signed = async ({ privateKey }: CryptoKeyPair, data: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, data))
  const keyId = '0a1b2c3d'
  const body = {
    algorithm: 'Ed25519',
    keyId,
    passUid: passOf(5),
    passType: '24H',
    epoch: 1,
    notAfter: START + DAY_MS,
    deviceKey: await raw(device),
  } as const
  const certificate = encodeCertificate({ ...body, signature: await signed(issuer, certificateBytesToSign(body)) })
  const { clock, offline, read } = await openGate({ keys: [{ keyId, publicKey: toBase64url(await raw(issuer)) }] })
  await offline()
  for (const [ms, secondVerdict] of [
    [120_000, { verdict: 'refused', reason: 'old_code' }],
    [120_001, { verdict: 'hold' }],
  ] as const) {
    const picture = await presentCode(certificate, clock.wall() - HOUR_MS, (data) => signed(device, data))
    expect(await read(picture)).toMatchObject({ verdict: 'hold' })
    clock.advance(ms)
    expect(await read(picture), `${ms} ms`).toMatchObject(secondVerdict)
  }
})

test('a scanner without a list of cards counts none, and with refused storage there is no journal (G33)', async () => {
  const { gate } = await openGate({ cardList: null })
  expect(gate.state.get()).toMatchObject({ lists: { cards: null, revoked: 0 }, waiting: 0 })
  const browser = createBrowser({ network: createNetwork(async () => answer(200, '200')), isStorageRefused: true })
  onTestFinished(browser.close)
  const { runtime } = await browser.tab()
  expect((await createGate(runtime)).state.get()).toMatchObject({ isRead: true, canStore: false, waiting: 0, kept: [] })
})
