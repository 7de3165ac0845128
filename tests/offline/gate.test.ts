import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import type { GateRules, Verdict } from '#contract/calls/gate.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { cardMark } from '#contract/rules/card.ts'
import { certificateBytesToSign, encodeCertificate, presentCode } from '#contract/rules/passCode.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { idbOf } from '#db/idb.ts'
import { GateDb } from '#db/gate.ts'
import { createGate } from '#sync/gate/gate.ts'
import { START } from '../harness/clock.ts'
import { answer, createNetwork, html } from '../harness/network.ts'
import { createBrowser, waitUntil, type Browser } from '../harness/tabs.ts'

/**
 * The limits of a gate, exact to the millisecond and to the entry, against a server that answers as the test defines.
 */

const CARDS = ['HPCARD7K3MQ2XD01ABCDEF', 'HPCARD7K3MQ2XD01ABCDEG', 'HPCARD7K3MQ2XD01ABCDEH'] as const
const passOf = (nth: number) => `0199b2c4-7d10-7a3e-9c55-00000000000${nth}`
const place = { kind: 'attraction', uid: 'tower', name: 'Tower' } as const

const rulesOf = async (over: Partial<GateRules>): Promise<GateRules> => {
  const key = 'a2V5LW9mLXRoaXMtZ2F0ZQ'
  const live = CARDS.map(async (card, nth) => ({
    mark: await cardMark(crypto.subtle, key, card),
    passUid: passOf(nth),
  }))
  return {
    place,
    madeAt: START,
    keys: [],
    revoked: [],
    group: 'A',
    frozen: [],
    cards: { salt: '', live: [], blocked: [] },
    cardList: { key, live: await Promise.all(live), blocked: [] },
    limits: { skewMs: 90_000, holdMs: 60_000, periodMs: 15_000, undoMs: 60_000 },
    ...over,
  }
}

const admitted = (entryUid: string): Verdict => ({
  entryUid,
  verdict: 'admitted',
  reason: null,
  exactReason: null,
  at: START,
  by: 'card',
  skewMs: null,
  undoUntil: START + 60_000,
  pass: {
    passUid: passOf(0),
    passType: '24H',
    state: 'in_use',
    holder: null,
    activatedAt: START,
    expiresAt: START + DAY_MS,
    allowance: null,
    group: 'A',
    hereBefore: null,
  },
})

let closed: (() => void)[] = []
afterEach(() => {
  for (const close of closed) close()
  closed = []
})

/** Opens and enrols a scanner at the start of the clock. */
const openGate = async (over: Partial<GateRules> = {}) => {
  const lists = await rulesOf(over)
  const upload = { outcome: 'entered' }
  const network = createNetwork(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/gate/enrol'))
      return answer(200, '200', { gateUid: passOf(9), place, credential: 'credential' })
    if (pathname.endsWith('/gate/rules')) return answer(200, '200', lists)
    if (pathname.endsWith('/gate/admit')) {
      const { entryUid } = (await request.json()) as { entryUid: string }
      return answer(200, '200', admitted(entryUid))
    }
    if (pathname.endsWith('/gate/journal')) {
      const { entries } = (await request.json()) as { entries: { entryUid: string; seq: number }[] }
      const results = entries.map(({ entryUid }) => ({ entryUid, outcome: upload.outcome, reason: null }))
      return answer(200, '200', { results, seq: entries.at(-1)?.seq ?? 0 })
    }
    return answer(200, '200', { now: START })
  })
  const browser: Browser = createBrowser({ network })
  const tab = await browser.tab()
  const gate = await createGate(tab.runtime)
  if (!browser.idb) throw new Error('no database')
  const db = new GateDb(idbOf(browser.idb, IDBKeyRange))
  closed.push(() => {
    gate.stop()
    db.close()
    browser.close()
  })
  expect(await gate.enrol('0123456789ABCDEF')).toMatchObject({ ok: true })
  await waitUntil(() => gate.state.get().lists !== null, 'lists')
  network.receivedRequests.length = 0
  const read = async (text: string) => {
    const heard = await gate.scan(text)
    if (!heard.ok) throw new Error(JSON.stringify(heard.failure))
    return heard.data
  }
  const waiting = (count: number) => waitUntil(() => gate.state.get().waiting === count, `${count} entries that wait`)
  return {
    browser,
    clock: browser.clock,
    db,
    gate,
    network,
    read,
    upload,
    waiting,
    offline: async () => {
      network.down(true)
      await tab.runtime.online.probe()
    },
    online: async () => {
      network.down(false)
      await tab.runtime.online.probe()
      await waitUntil(() => tab.runtime.online.get(), 'a line')
    },
    calls: (path: string) => network.receivedRequests.filter((one) => one.path === path),
    /** The number of entries and the `moreYn` of each upload. */
    uploads: () =>
      network.receivedRequests
        .filter(({ path }) => path === '/gate/journal')
        .map(({ body }) => JSON.parse(body) as { entries: { entryUid: string }[]; moreYn: string })
        .map(({ entries, moreYn }) => [entries.length, moreYn]),
  }
}

/** Waits until pending work is done. */
const quiet = async () => {
  let looks = 0
  await waitUntil(() => (looks += 1) > 100)
}

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
  closed.push(browser.close)
  const { runtime } = await browser.tab()
  expect((await createGate(runtime)).state.get()).toMatchObject({ isRead: true, canStore: false, waiting: 0, kept: [] })
})
