// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { updateMyInfo, useMyInfo } from '#data/myInfo.ts'
import { showOnThisPhone } from '#data/myPass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { answer } from '../harness/network.ts'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { MY_INFO as INFO, PASS } from './fixtures.ts'
import { openElement } from './formPage.tsx'
import { dbOf, full, openSignedIn } from './setup.ts'

/** What the server has done is not lost for the screens when this phone cannot write it. */

afterEach(() => vi.restoreAllMocks())

const refuseWrites = (tab: Tab) =>
  vi.spyOn(dbOf(tab).kept.constructor.prototype as { put: () => Promise<unknown> }, 'put').mockRejectedValue(full())

test('a pass that is bound on a full disk is refused with the reason, and shown once there is room (S19, L2)', async () => {
  const { peer, tab } = await openSignedIn()
  replaceRuntime(tab.runtime)
  peer.passes.set('mina', [PASS])
  const write = refuseWrites(tab)
  expect(await showOnThisPhone(PASS.passUid)).toEqual({ ok: false, code: 'STORAGE' })
  expect(tab.runtime.storage.status.get().state).toBe('full')
  write.mockRestore()
  expect(await showOnThisPhone(PASS.passUid)).toEqual({ ok: true, data: null })
  expect(await dbOf(tab).passes.count()).toBe(1)
  expect(tab.runtime.storage.status.get().state).toBe('ok')
})

test('a pass that is bound while the browser empties the storage is refused with the reason, and bound at the second attempt (S21, L2)', async () => {
  const { browser, peer, tab } = await openSignedIn()
  replaceRuntime(tab.runtime)
  peer.passes.set('mina', [PASS])
  await browser.evict()
  expect(await showOnThisPhone(PASS.passUid)).toEqual({ ok: false, code: 'STORAGE' })
  expect(await showOnThisPhone(PASS.passUid)).toEqual({ ok: true, data: null })
  expect(await dbOf(tab).passes.count()).toBe(1)
  expect(tab.reportedErrors).toEqual([])
})

test('details that were changed on a full disk are shown, and the new name reaches the passes (S19)', async () => {
  const phone = await openSignedIn()
  const { network, tab } = phone
  replaceRuntime(tab.runtime)
  network.fault(/GET .*my-info$/, async () => answer(200, '200', INFO), Infinity)
  network.fault(/PATCH .*my-info\/update/, async () => answer(200, '200', { ...INFO, engNm: 'MINHEE' }))
  let current: ReturnType<typeof useMyInfo> | undefined
  const Reader = () => {
    current = useMyInfo()
    return null
  }
  await openElement(<Reader />, phone)
  await waitUntil(() => current?.data?.engNm === 'MINA', 'the stored details')
  refuseWrites(tab)
  network.receivedRequests.length = 0
  expect(await updateMyInfo({ engNm: 'MINHEE' })).toMatchObject({ ok: true })
  await waitUntil(() => current?.data?.engNm === 'MINHEE', 'the changed details')
  expect(network.receivedRequests.map(({ path }) => path)).toContain('/mypage/myPass/list')
})

test('details that arrive on a full disk are shown (S19)', async () => {
  const phone = await openSignedIn()
  const { network, tab } = phone
  replaceRuntime(tab.runtime)
  network.fault(/GET .*my-info$/, async () => answer(200, '200', INFO), Infinity)
  refuseWrites(tab)
  let current: ReturnType<typeof useMyInfo> | undefined
  const Reader = () => {
    current = useMyInfo()
    return null
  }
  await openElement(<Reader />, phone)
  await waitUntil(() => current?.status === 'ready' && current.data?.engNm === 'MINA', 'the details')
})
