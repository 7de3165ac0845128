// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { updateMyInfo, useMyInfo } from '#data/myInfo.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { MY_INFO } from './fixtures.ts'
import { openElement } from './formPage.tsx'
import { dbOf, openSignedIn } from './setup.ts'

/** The order in which answers about the member's details arrive. */

const AFTER = { ...MY_INFO, birthYear: 1991 }

test('details that were read before a change and arrive after it do not undo it', async () => {
  const phone = await openSignedIn()
  const { network, tab } = phone
  replaceRuntime(tab.runtime)
  const heldRead = Promise.withResolvers<undefined>()
  let reads = 0
  network.fault(/GET .*my-info$/, async () => {
    reads += 1
    await heldRead.promise
    return answer(200, '200', MY_INFO)
  })
  network.fault(/PATCH .*my-info\/update/, async () => answer(200, '200', AFTER))
  let current: ReturnType<typeof useMyInfo> | undefined
  const Reader = () => {
    current = useMyInfo()
    return null
  }
  await openElement(<Reader />, phone)
  await waitUntil(() => reads === 1, 'the request')
  expect(await updateMyInfo({ birthYear: 1991 })).toMatchObject({ ok: true, data: AFTER })
  heldRead.resolve(undefined)
  // Joins the request under way.
  await current?.reload()
  expect(reads).toBe(1)
  expect((await dbOf(tab).read('myInfo'))?.data).toEqual(AFTER)
  await waitUntil(() => current?.data?.birthYear === 1991, 'the changed details')
})
