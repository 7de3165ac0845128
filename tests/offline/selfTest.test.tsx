// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { SelfTest } from '#routes/test/-parts/selfTest.tsx'
import { decodeDrawnCode } from '../harness/drawnCode.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

let mounted: MountedScreen | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

test('the self-test shows a code in the picture of live codes, and a scanner reads it', async () => {
  const tab = await openWithPeer().browser.tab()
  replaceRuntime(tab.runtime)
  mounted = await mountScreen(<SelfTest />)
  const { element, press, text } = mounted
  press('Test the code')
  await waitUntil(() => text().includes('Works'), 'the result')
  const picture = element.querySelector('svg[data-qr]')
  const size = Number(picture?.getAttribute('viewBox')?.split(' ').at(-1)) - 8
  expect(decodeDrawnCode({ path: picture?.lastElementChild?.getAttribute('d') ?? '', size })).toBe('HARBOR PASS')
})
