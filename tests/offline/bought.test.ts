import { expect, test } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import { fetchOrder } from '#data/pass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { answer } from '../harness/network.ts'
import { dbOf, openSignedIn } from './setup.ts'

const openWithPaidOrder = async () => {
  const { peer, network, clock, tab } = await openSignedIn()
  replaceRuntime(tab.runtime)
  const pass = {
    passUid: 'pass-1',
    passType: '24H',
    state: 'unused',
    certificate: null,
    admissions: [],
  } as unknown as MyPass
  network.fault(/GET .*pass\/order/, async () => answer(200, '200', { ordUid: 'order', state: 'paid' }))
  peer.passes.set('mina', [pass])
  return { tab, clock, heldPassList: network.hold(/GET .*myPass\/list/), list: async () => dbOf(tab).passes.toArray() }
}

test('fetchOrder resolves with the paid order once the list of passes is stored on this phone', async () => {
  const { heldPassList, list } = await openWithPaidOrder()
  let isReported = false
  const fetching = fetchOrder('order').then((order) => {
    isReported = true
    return order
  })
  await heldPassList.arrived
  expect([isReported, await list()]).toEqual([false, []])
  heldPassList.release()
  expect(await fetching).toMatchObject({ ok: true, data: { state: 'paid' } })
  expect(await list()).toMatchObject([{ passUid: 'pass-1' }])
})

test('fetchOrder resolves with the paid order after 3 s although the list of passes has not been answered', async () => {
  const { heldPassList, clock, list } = await openWithPaidOrder()
  const fetching = fetchOrder('order')
  await heldPassList.arrived
  clock.advance(3_000)
  expect(await fetching).toMatchObject({ ok: true, data: { state: 'paid' } })
  expect(await list()).toEqual([])
  heldPassList.release()
})
