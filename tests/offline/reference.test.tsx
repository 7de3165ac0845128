// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { HEADER_REQUEST_ID } from '#contract/envelope.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { MyInfoScreen } from '#routes/myPage/-parts/account/myInfoScreen.tsx'
import { ErrorScreen } from '#routes/-shell/errorScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openSignedIn } from './setup.ts'

/** The id by which the log names a failed request, on the pages that say that something failed. */

const ID = '0b9f3c52-8c1f-4f0e-9a57-1d2f6f6f0c11'
const READ = /GET .*my-info$/

afterEach(() => {
  vi.unstubAllGlobals()
})

const openMyInfo = async (http: number, code: string, headers: Record<string, string> = {}) => {
  const opened = await openSignedIn()
  opened.network.fault(READ, async () => answer(http, code, null, headers), Infinity)
  replaceRuntime(opened.tab.runtime)
  const screen = await mountScreen(<MyInfoScreen />)
  await waitUntil(() => screen.text().includes('Could not load your details'), 'the failure')
  return screen
}
const referenceIn = (element: Element) =>
  element.querySelector('[data-reference]')?.getAttribute('data-reference') ?? null

test('a page shows the id that the failed answer carries, and copies it', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => copied.push(text) } })
  const { element, text, press } = await openMyInfo(500, 'E_INTERNAL', { [HEADER_REQUEST_ID]: ID })
  await waitUntil(() => referenceIn(element) !== null, 'the reference')
  expect(text()).toContain(`Reference: ${ID}`)
  press('Copy the reference')
  await waitUntil(() => copied.length === 1, 'the copy')
  expect(copied).toEqual([ID])
})

test.each([
  ['carries no id', {}],
  ['carries what our server would not write', { [HEADER_REQUEST_ID]: '<b>call 010-1234</b>' }],
])('a page shows no id when the failed answer %s', async (_what, headers) => {
  const { element } = await openMyInfo(503, 'E_UNAVAILABLE', headers)
  expect(referenceIn(element)).toBeNull()
})

test('the error page shows the id of the answer that it was thrown with, and none for any other error', async () => {
  const status = { code: 'E_INTERNAL', message: 'Something went wrong.' }
  const failed = Object.assign(new Error('answer'), { status, reference: ID })
  const { element, text } = await mountScreen(<ErrorScreen error={failed} reset={() => undefined} />)
  await waitUntil(() => referenceIn(element) === ID, 'the reference')
  expect(text()).toContain(`Reference: ${ID}`)
  const plain = await mountScreen(<ErrorScreen error={new Error('broken')} reset={() => undefined} />)
  expect(referenceIn(plain.element)).toBeNull()
})
