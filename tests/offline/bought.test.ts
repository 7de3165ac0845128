import { expect, test } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import { fetchOrder } from '#data/pass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { answer } from '../harness/network.ts'
import { dbOf, openSignedIn } from './setup.ts'

const bought = async () => {
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
  return { tab, clock, held: network.hold(/GET .*myPass\/list/), list: async () => dbOf(tab).passes.toArray() }
}

test('a purchase is reported once its passes are on this phone', async () => {
  const { held, list } = await bought()
  let isReported = false
  const fetching = fetchOrder('order').then((order) => {
    isReported = true
    return order
  })
  await held.arrived
  expect([isReported, await list()]).toEqual([false, []])
  held.release()
  expect(await fetching).toMatchObject({ ok: true, data: { state: 'paid' } })
  expect(await list()).toMatchObject([{ passUid: 'pass-1' }])
})

test('a purchase is reported after three seconds in any case', async () => {
  const { held, clock, list } = await bought()
  const fetching = fetchOrder('order')
  await held.arrived
  clock.advance(3_000)
  expect(await fetching).toMatchObject({ ok: true, data: { state: 'paid' } })
  expect(await list()).toEqual([])
  held.release()
})
