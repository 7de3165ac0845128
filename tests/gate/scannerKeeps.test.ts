import { randomUUID } from 'node:crypto'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '#sync/gate/gate.ts'
import { openGates, type Gates } from './gates.ts'
import { openScanner, type Scanner } from './scanner.ts'

/** What a scanner stores on its device, and what happens when it cannot. */

let gates: Gates
let scanner: Scanner
beforeAll(async () => {
  gates = await openGates('embedded')
})
afterAll(() => gates.close())
beforeEach(async () => {
  scanner = await openScanner(gates)
  await scanner.enrolAt(gates.inGroup('A')[0] ?? '')
})

test('on a full disk nobody is admitted offline, and the server’s verdict counts online (G26)', async () => {
  const [first, second] = [await gates.traveller(), await gates.traveller()]
  await scanner.offline()
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw Object.assign(new Error('no room'), { name: 'QuotaExceededError' })
  })
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw Object.assign(new Error('no room'), { name: 'QuotaExceededError' })
  })
  expect(await scanner.scan(await first.code())).toMatchObject({ ok: false, failure: { code: 'STORAGE' } })
  expect(scanner.state().waiting).toBe(0)
  await scanner.online()
  expect(await scanner.read(await second.code())).toMatchObject({ verdict: 'admitted', offline: false })
  add.mockRestore()
  put.mockRestore()
  await scanner.offline()
  expect((await scanner.read(await first.code())).verdict).toBe('admitted')
})

test('a reopened page knows its place, its lists, its journal and what opened here (G32)', async () => {
  const { code } = await gates.traveller()
  await scanner.offline()
  const shownCode = await code()
  await scanner.read(shownCode)
  scanner.stop()
  const tab = await scanner.browser.tab()
  const reopened = await createGate(tab.runtime)
  await tab.runtime.online.probe()
  await scanner.settled(() => reopened.state.get().waiting === 1, 'the journal')
  expect(reopened.state.get().enrolment?.label).toBe('Door 1')
  expect(await reopened.scan(shownCode)).toMatchObject({ data: { verdict: 'refused', reason: 'used_here' } })
  expect(await reopened.undo({ entryUid: randomUUID(), reason: 'other' })).toMatchObject({ ok: false })
})

test('a scan that storage fails rejects, and the next one is judged (G24, G26)', async () => {
  const [first, second] = [await gates.traveller(), await gates.traveller()]
  await scanner.offline()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw Object.assign(new Error('the disk failed'), { name: 'UnknownError' })
  })
  await expect(scanner.scan(await first.code())).rejects.toThrow('the disk failed')
  expect((await scanner.read(await second.code())).verdict).toBe('admitted')
  await scanner.waiting(1)
})
