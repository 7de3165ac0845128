// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import {
  DEVICE_DB,
  DRAWN_STORE,
  GIFT_STORE,
  VALUE_KEYS,
  KEPT_STORE,
  OPEN_COOKIE,
  OWNER_CHANGE_KEY,
  OUTBOX_STORE,
  PASS_STORE,
  type DrawnRow,
  type PassRow,
  type SessionPointer,
} from '#db/names.ts'
import { firstPassOf, startupPassOf, STARTUP_COPY_KEY } from '#db/startupCopy.ts'
import { drawPass } from './drawPass.ts'
import { setRootAttributes } from './rootAttributes.ts'
import { storedPass } from './storedPass.ts'

const NOW = Date.UTC(2026, 10, 21, 3)
const pointer = { memberId: 'm', dbName: 'hp-m', user: {}, keep: true, state: 'locked' } as SessionPointer
const row = (overrides: Partial<MyPass> = {}): PassRow => ({
  passUid: overrides.passUid ?? 'a',
  position: 0,
  pass: {
    passUid: 'a',
    epoch: 1,
    passType: '48H',
    state: 'unused',
    purchasedAt: NOW,
    expiresAt: null,
    holder: 'ANA',
    ...overrides,
  } as MyPass,
})
const code = (passUid = 'a', epoch = 1): DrawnRow => ({ passUid, epoch, path: 'M0 0h1v1h-1z', size: 57, madeAt: NOW })
/** What the start-up script draws on a phone with these passes, of which each has a code of epoch 1. */
const startupPass = (rows: PassRow[], giftUids: readonly string[] = []) => {
  const first = firstPassOf(rows, new Set(giftUids))
  return startupPassOf(first, first ? code(first.passUid) : undefined, rows.length)
}
const FRAME =
  '<div data-slot="pass" aria-hidden><div data-slot="sky"><span data-slot="product"></span></div><div data-slot="code"></div></div>'

const TABLES = {
  [KEPT_STORE]: 'key',
  [PASS_STORE]: 'passUid',
  [DRAWN_STORE]: 'passUid',
  [GIFT_STORE]: 'giftUid',
  [OUTBOX_STORE]: 'id',
  other: 'key',
}
const store = (name: string, table: keyof typeof TABLES, rows: unknown[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 10)
    request.onupgradeneeded = () => {
      for (const [each, keyPath] of Object.entries(TABLES)) request.result.createObjectStore(each, { keyPath })
    }
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const write = request.result.transaction(table, 'readwrite')
      for (const each of rows) write.objectStore(table).put(each)
      write.oncomplete = () => {
        request.result.close()
        resolve()
      }
    }
  })
/** Opens a transaction that stays active until the returned function is called. */
const hold = (name: string, table: string): Promise<() => Promise<void>> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => {
      const writing = opening.result.transaction(table, 'readwrite')
      let held = true
      const prolong = () => {
        if (held) writing.objectStore(table).count().onsuccess = prolong
      }
      prolong()
      const release = () =>
        new Promise<void>((finish) => {
          held = false
          writing.oncomplete = () => {
            opening.result.close()
            finish()
          }
        })
      resolve(release)
    }
  })
const remove = (name: string): Promise<void> =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = () => resolve()
  })

beforeEach(async () => {
  document.body.innerHTML = FRAME
  localStorage.clear()
  await remove(DEVICE_DB)
  await remove('hp-m')
})

test('a phone with nothing stored, or with invalid data, shows nothing, and no empty database is created', async () => {
  expect(await storedPass('')).toBeNull()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(DEVICE_DB)
  await store(DEVICE_DB, 'other', [])
  localStorage.setItem(STARTUP_COPY_KEY, '{')
  expect(await storedPass('')).toBeNull()
  expect(drawPass(null, document)).toBe(false)
})

test('a session without “keep me signed in” shows nothing once the browser was closed (L15, S11)', async () => {
  await store(DEVICE_DB, KEPT_STORE, [{ key: VALUE_KEYS.session, value: { ...pointer, keep: false } }])
  await store('hp-m', PASS_STORE, [row()])
  await store('hp-m', DRAWN_STORE, [code()])
  expect(await storedPass('')).toBeNull()
  expect(await storedPass(`a=1; ${OPEN_COOKIE}=1`)).toMatchObject({ passType: '48H' })
  localStorage.setItem(STARTUP_COPY_KEY, JSON.stringify({ dbName: 'hp-m', keep: false, first: startupPass([row()]) }))
  expect(storedPass('')).toBeNull()
  expect(storedPass(`${OPEN_COOKIE}=1`)).toMatchObject({ passType: '48H' })
})

test('the local copy answers synchronously, and without a copy the databases are read', async () => {
  localStorage.setItem(STARTUP_COPY_KEY, JSON.stringify({ dbName: 'hp-m', keep: true, first: startupPass([row()]) }))
  expect(storedPass('')).toMatchObject({ passType: '48H' })
  localStorage.setItem(STARTUP_COPY_KEY, JSON.stringify({ dbName: 'hp-m', keep: true }))
  await store(DEVICE_DB, KEPT_STORE, [{ key: VALUE_KEYS.session, value: pointer }])
  await store('hp-m', PASS_STORE, [row({ passType: 'Big3' })])
  await store('hp-m', DRAWN_STORE, [code()])
  expect(await storedPass('')).toMatchObject({ passType: 'Big3' })
})

test('while an owner change is not applied, nothing of the former owner is drawn (S33, L15)', async () => {
  await store(DEVICE_DB, KEPT_STORE, [{ key: VALUE_KEYS.session, value: pointer }])
  await store('hp-m', PASS_STORE, [row()])
  await store('hp-m', DRAWN_STORE, [code()])
  localStorage.setItem(OWNER_CHANGE_KEY, JSON.stringify({ owner: null, wipes: [] }))
  expect(await storedPass('')).toBeNull()
  localStorage.removeItem(OWNER_CHANGE_KEY)
  expect(await storedPass('')).toMatchObject({ passType: '48H' })
})

test('databases that another page holds do not hold up the start (L16)', async () => {
  await store('hp-m', PASS_STORE, [row()])
  await store('hp-m', DRAWN_STORE, [code()])
  await store(DEVICE_DB, KEPT_STORE, [{ key: VALUE_KEYS.session, value: pointer }])
  localStorage.setItem(STARTUP_COPY_KEY, JSON.stringify({ dbName: 'hp-m', keep: true }))
  const release = await hold('hp-m', PASS_STORE)
  expect(await storedPass('')).toBeNull()
  await release()
  expect(await storedPass('')).toMatchObject({ passType: '48H' })
})

test('a locked session shows the code and no name (L15)', async () => {
  await store(DEVICE_DB, KEPT_STORE, [{ key: VALUE_KEYS.session, value: pointer }])
  await store('hp-m', PASS_STORE, [row()])
  await store('hp-m', DRAWN_STORE, [code()])
  expect(drawPass(await storedPass(''), document)).toBe(true)
  expect(document.querySelector('[data-slot="code"] svg[data-qr]')?.getAttribute('viewBox')).toBe('-4 -4 65 65')
  expect(document.querySelector<HTMLElement>('[data-slot="sky"]')?.dataset.product).toBe('48H')
  expect(document.body.textContent).toBe('48H')
})

test('a pass that is over, was not drawn, or has moved since it was drawn shows no code (L13)', () => {
  expect(startupPass([row({ state: 'used' })])).toBeNull()
  expect(startupPass([row({ state: 'refund' })])).toBeNull()
  expect(startupPassOf(row(), undefined, 1)).toBeNull()
  expect(startupPassOf(row({ epoch: 2 }), code('a', 1), 1)).toBeNull()
})

test('the pass in use is shown before a newer one (L13)', () => {
  const used = row({ passUid: 'b', state: 'in_use', passType: 'Big3', purchasedAt: NOW - 1, expiresAt: NOW + 1 })
  expect(startupPass([row(), used])?.passType).toBe('Big3')
})

test('a pass in a gift is passed over for one that opens a gate (L13)', () => {
  const big3 = row({ passUid: 'b', passType: 'Big3', purchasedAt: NOW - 1 })
  expect(startupPass([row(), big3], ['a'])?.passType).toBe('Big3')
  expect(startupPass([row()], ['a'])).toBeNull()
})

test('a pass with a requested refund is passed over for one that opens a gate (L13)', () => {
  const requested = row({ refundRequestedYn: 'Y' })
  const big3 = row({ passUid: 'b', passType: 'Big3', purchasedAt: NOW - 1 })
  expect(startupPass([requested, big3])?.passType).toBe('Big3')
  expect(startupPass([requested])).toBeNull()
})

test('without the copy, a pass in a gift that was sent or waits is not shown (L13)', async () => {
  await store(DEVICE_DB, KEPT_STORE, [{ key: VALUE_KEYS.session, value: pointer }])
  await store('hp-m', PASS_STORE, [row(), row({ passUid: 'b', passType: 'Big3', purchasedAt: NOW - 1 })])
  await store('hp-m', DRAWN_STORE, [code(), code('b')])
  expect(await storedPass('')).toMatchObject({ passType: '48H' })
  await store('hp-m', OUTBOX_STORE, [{ id: '1', command: 'gift.send', args: { passUid: 'a' } }])
  expect(await storedPass('')).toMatchObject({ passType: 'Big3' })
  await store('hp-m', GIFT_STORE, [{ giftUid: '1', passUid: 'b', type: 'sent', state: 'declined' }])
  expect(await storedPass('')).toMatchObject({ passType: 'Big3' })
  await store('hp-m', GIFT_STORE, [{ giftUid: '2', passUid: 'b', type: 'sent', state: 'sent' }])
  expect(await storedPass('')).toBeNull()
})

test('the page gets the hour of Busan and the chosen theme', () => {
  setRootAttributes(document.documentElement, NOW, 'blue')
  expect(document.documentElement.dataset).toMatchObject({ hour: 'day' })
  expect(document.documentElement.dataset.theme).toBeUndefined()
  setRootAttributes(document.documentElement, NOW, 'dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('the start waits 1,000 ms for storage that does not answer (L16)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  try {
    const answers: unknown[] = []
    void Promise.resolve(storedPass('')).then((first) => answers.push(first))
    await vi.advanceTimersByTimeAsync(999)
    expect(answers).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(answers).toEqual([null])
  } finally {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})
