import { Dexie, liveQuery } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import { passesReady, type ShownPass } from '#data/myPass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { memberDbName } from '#db/names.ts'
import { STARTUP_COPY_KEY, type StartupCopy } from '#db/startupCopy.ts'
import { MEMBER_VERSIONS } from '#db/versions.ts'
import type { LiveCode } from '#sync/device/liveCodes.ts'
import { waitUntil, type Browser, type Tab } from '../harness/tabs.ts'
import { certifiedPass, PASS } from './fixtures.ts'
import { dbOf, full, openSignedIn } from './setup.ts'

/** Where drawn codes are stored, and which queries they wake. */

const firstPath = ({ local }: Browser): string | undefined =>
  (JSON.parse(local.getItem(STARTUP_COPY_KEY) ?? '{}') as Partial<StartupCopy>).first?.path

/** Presents the pass in a tab; `codes` are all codes that were shown. */
const present = (tab: Tab) => {
  const codes: LiveCode[] = []
  const stop = tab.runtime.codes.present(PASS.passUid, (code) => code && codes.push(code))
  return { codes, stop }
}

/** Mina, with a pass on this phone whose code was drawn, and another pass. */
const openWithPasses = async () => {
  const opened = await openSignedIn()
  const otherPass = { ...PASS, passUid: '0193a1b2-0000-7000-8000-0000000000ff' }
  opened.peer.passes.set('mina', [certifiedPass(1, opened.clock.wall()), otherPass])
  await opened.tab.runtime.bind({ passUid: PASS.passUid })
  return { ...opened, other: otherPass }
}

test('while codes are drawn, neither the view of the passes nor the copy for the start-up reads the passes again', async () => {
  const { browser, tab, clock, other: otherPass } = await openWithPasses()
  const emissions: { list: ShownPass[] }[] = []
  const watch: typeof liveQuery = (query) => {
    const live = tab.runtime.watch(query)
    live.subscribe((row) => {
      if (typeof row === 'object' && row !== null && 'list' in row) emissions.push(row as never)
    })
    return live
  }
  replaceRuntime({ ...tab.runtime, watch })
  await passesReady()
  await waitUntil(
    () =>
      emissions
        .at(-1)
        ?.list.map(({ hasCode }) => hasCode)
        .join() === 'true,false',
  )
  const { codes, stop } = present(tab)
  await waitUntil(() => codes.at(-1)?.live === true && firstPath(browser) === codes.at(-1)?.path)

  const before = emissions.length
  let otherReads = 0
  dbOf(tab).passes.hook('reading', (row) => {
    if (row.passUid === otherPass.passUid) otherReads += 1
    return row
  })
  for (let roundsLeft = 3; roundsLeft > 0; roundsLeft -= 1) {
    const shownCount = codes.length
    clock.advance(CODE_PERIOD_MS)
    await waitUntil(() => codes.length > shownCount && firstPath(browser) === codes.at(-1)?.path)
  }
  stop()
  expect(emissions.length - before).toBe(0)
  expect(otherReads).toBe(0)
  // The count of reads is one: a query over the passes would have been seen.
  await dbOf(tab).passes.toArray()
  expect(otherReads).toBe(1)
})

test.each([
  ['failing', Object.assign(new Error('the disk failed'), { name: 'UnknownError' })],
  ['full', full()],
])('a code that a %s disk does not store is shown all the same', async (_disk, error) => {
  const { tab } = await openWithPasses()
  const { drawn } = dbOf(tab)
  vi.spyOn(drawn, 'update').mockRejectedValue(error)
  vi.spyOn(drawn, 'put').mockRejectedValue(error)
  const areLive: (boolean | undefined)[] = []
  const stop = tab.runtime.codes.present(PASS.passUid, (code) => areLive.push(code?.live))
  await waitUntil(() => areLive.length === 2, 'the stored code and the next')
  expect(areLive).toEqual([false, true])
  expect(drawn.update).toHaveBeenCalled()
  stop()
})

/** Makes a member database anew as the second version has it: with the codes in the rows of their passes. */
const toSecondVersion = async (indexedDB: IDBFactory, name: string) => {
  const idb = { indexedDB, IDBKeyRange }
  const current = await new Dexie(name, idb).open()
  const rows = new Map<string, { passUid: string }[]>()
  for (const table of current.tables) rows.set(table.name, await table.toArray())
  await current.delete()
  const old = new Dexie(name, idb)
  for (const { version, stores } of MEMBER_VERSIONS) if (version <= 2) old.version(version).stores(stores)
  await old.open()
  for (const table of old.tables) await table.bulkAdd(rows.get(table.name) ?? [])
  for (const { passUid, ...drawn } of rows.get('drawn') ?? []) await old.table('passes').update(passUid, { drawn })
  old.close()
}

test('a phone that was updated offline shows the code that the release before has drawn (L7, L13, S24)', async () => {
  const { browser, tab, network } = await openWithPasses()
  const path = (await dbOf(tab).drawn.get(PASS.passUid))?.path
  network.down(true)
  browser.close()
  await toSecondVersion(browser.idb as IDBFactory, memberDbName('mina'))
  browser.local.removeItem(STARTUP_COPY_KEY)
  const updated = await browser.tab()
  await waitUntil(() => firstPath(browser) === path)
  const { codes, stop } = present(updated)
  await waitUntil(() => codes.length === 2)
  expect(codes).toMatchObject([{ live: false, path }, { live: true }])
  stop()
})

test('renewing draws new codes at once for the presented passes of this phone, and for no others', async () => {
  const { tab, clock, other: otherPass } = await openWithPasses()
  expect(await tab.runtime.codes.renew()).toBe(0)
  const { codes, stop } = present(tab)
  const stopOther = tab.runtime.codes.present(otherPass.passUid, () => undefined)
  await waitUntil(() => codes.at(-1)?.live === true)
  const first = codes.at(-1)
  clock.advance(1_000)
  expect(await tab.runtime.codes.renew()).toBe(1)
  expect(codes.at(-1)?.path).not.toBe(first?.path)
  expect(codes.at(-1)?.nextAt).toBe((first?.nextAt ?? 0) + 1_000)
  stop()
  stopOther()
  expect(await tab.runtime.codes.renew()).toBe(0)
})
