import { afterAll, beforeAll, expect, test } from 'vitest'
import { setFavourite } from '#data/favourites.ts'
import { showOnThisPhone } from '#data/myPass.ts'
import { listSignedInDevices, signOutDevice, type SignedInDevice } from '#data/signedInDevices.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { createNetwork } from '../../harness/network.ts'
import { createBrowser, waitUntil } from '../../harness/tabs.ts'
import { dbOf, rowsOf } from '../setup.ts'
import { handlerOf, issuePass, on, phonesOf } from './phones.ts'

/** A phone that another phone of the member signs out, on two clients and the real server (decision 0305). */

const clock = createTestClock(koreanNoon())
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: clock.wall })
})
afterAll(() => app.close())

test('a signed-out phone locks at its next request with its queue, and the next sign-in registers its key again', async () => {
  const { visitor, enter } = phonesOf(app, clock)
  const lost = await visitor()
  const { memberId, email } = lost.member
  const passUid = await issuePass(app, memberId)
  await lost.tab.runtime.pulls.pullChanges(true)
  expect(await lost.as(() => showOnThisPhone(passUid))).toEqual({ ok: true, data: null })

  const tab = await createBrowser({ network: createNetwork(handlerOf(app)), clock }).tab()
  await enter(tab, email)
  const list = async (): Promise<SignedInDevice[]> => {
    const outcome = await on(tab).as(listSignedInDevices)
    return outcome.ok ? outcome.data : []
  }
  const holder = async () => (await list()).find(({ passes }) => passes === 1)
  expect((await list())[0]?.isCurrent).toBe(true)
  const before = await holder()
  expect(before?.isCurrent).toBe(false)

  lost.network.down(true)
  await lost.as(() => setFavourite('gamcheon-village', true))
  expect(await on(tab).as(() => signOutDevice(before?.id ?? ''))).toEqual({ ok: true, data: null })
  expect(await holder()).toBeUndefined()

  lost.network.down(false)
  await lost.tab.runtime.pulls.pull('passes', true)
  await waitUntil(() => lost.tab.runtime.session.state.get().state === 'locked', 'the locked session')
  expect(await rowsOf(lost.tab)).toHaveLength(1)

  const registeredIn = async () => (await dbOf(lost.tab).read('device'))?.sessionId
  expect(await registeredIn()).toBe(before?.id)
  await lost.enter()
  await waitUntil(async () => (await registeredIn()) !== before?.id, 'the registration in the new session')
  const sessionId = await registeredIn()
  expect((await list()).find(({ id }) => id === sessionId)?.passes).toBe(0)
})
