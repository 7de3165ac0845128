import { IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished } from 'vitest'
import type { GateRules, Verdict } from '#contract/calls/gate.ts'
import { cardMark } from '#contract/rules/card.ts'
import { DAY_MS } from '#contract/time.ts'
import { idbOf } from '#db/idb.ts'
import { GateDb } from '#db/gate.ts'
import { createGate } from '#sync/gate/gate.ts'
import { START } from '../harness/clock.ts'
import { answer, createNetwork } from '../harness/network.ts'
import { createBrowser, waitUntil, type Browser } from '../harness/tabs.ts'

/** A scanner against a server that answers as the test defines. */

/** QR codes of three listed cards. */
export const CARDS = ['HPCARD7K3MQ2XD01ABCDEF', 'HPCARD7K3MQ2XD01ABCDEG', 'HPCARD7K3MQ2XD01ABCDEH'] as const
/** Returns the id of the pass of the card with this index, or another id. */
export const passOf = (nth: number) => `0199b2c4-7d10-7a3e-9c55-00000000000${nth}`
export const PLACE = { kind: 'attraction', uid: 'tower', name: 'Tower' } as const

/** Resolves with the lists of a gate at `PLACE` that admits `CARDS`, with the changes `over`. */
export const rulesOf = async (over: Partial<GateRules> = {}): Promise<GateRules> => {
  const key = 'a2V5LW9mLXRoaXMtZ2F0ZQ'
  const live = CARDS.map(async (card, nth) => ({
    mark: await cardMark(crypto.subtle, key, card),
    passUid: passOf(nth),
  }))
  return {
    place: PLACE,
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

/** Opens and enrols a scanner at the start of the clock, until the test has ended. */
export const openGate = async (over: Partial<GateRules> = {}) => {
  const lists = await rulesOf(over)
  const upload = { outcome: 'entered' }
  const network = createNetwork(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/gate/enrol'))
      return answer(200, '200', { gateUid: passOf(9), place: PLACE, credential: 'credential' })
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
  onTestFinished(() => {
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
