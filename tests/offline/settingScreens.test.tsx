// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { AboutSection } from '#routes/setting/-parts/aboutSection.tsx'
import { OfflineSection } from '#routes/setting/-parts/offlineSection.tsx'
import { StorageSection } from '#routes/setting/-parts/storageSection.tsx'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CERTIFICATE_LIFE_MS, certifiedPass, PASS } from './fixtures.ts'
import { openSignedIn, openWithPeer } from './setup.ts'

/** Settings say of the browser's storage only what the browser has reported. */

beforeEach(() => {
  vi.unstubAllGlobals()
  showToast(null)
})

const openStorage = async (storage: Partial<StorageManager>): Promise<MountedScreen> => {
  const tab = await openWithPeer().browser.tab()
  replaceRuntime(tab.runtime)
  vi.stubGlobal('navigator', { userAgent: 'Android', onLine: true, storage })
  return mountScreen(<StorageSection />)
}

function ToastText() {
  return useVisibleToast()?.text
}

const USED = '12.5 MB saved on this device.'
const KEEPS = 'The browser will not automatically delete what is saved on this device.'
const MAY_DELETE = 'The browser may delete what is saved on this device when storage runs low.'
const BUTTON = 'Keep this data on this device'

test('storage shows nothing until the browser has answered, and then its answers', async () => {
  let answer: (estimate: StorageEstimate) => void = () => undefined
  const estimate = new Promise<StorageEstimate>((resolve) => (answer = resolve))
  const screen = await openStorage({ estimate: () => estimate, persisted: async () => false })
  expect(screen.text()).toBe('')
  answer({ usage: 12_500_000 })
  await waitUntil(() => screen.text() !== '', 'the facts')
  expect(screen.text()).toBe(`Storage${USED}${MAY_DELETE}${BUTTON}`)
})

test('persistent storage is called so, without a button to ask for it', async () => {
  const screen = await openStorage({ estimate: async () => ({ usage: 12_500_000 }), persisted: async () => true })
  await waitUntil(() => screen.text() !== '', 'the facts')
  expect(screen.text()).toBe(`Storage${USED}${KEEPS}`)
})

test('without an estimate of the browser no figure is shown', async () => {
  const screen = await openStorage({ persisted: async () => false })
  await waitUntil(() => screen.text() !== '', 'the facts')
  expect(screen.text()).toBe(`Storage${MAY_DELETE}${BUTTON}`)
})

test('without an answer on persistence the screen says nothing about it', async () => {
  const screen = await openStorage({ estimate: async () => ({ usage: 12_500_000 }) })
  await waitUntil(() => screen.text() !== '', 'the facts')
  expect(screen.text()).toBe(`Storage${USED}`)
})

test('a phone that nobody is signed in on promises to keep its data, and no passes', async () => {
  const persist = async () => true
  const screen = await openStorage({ persisted: async () => false, persist })
  await waitUntil(() => screen.button(BUTTON) !== undefined, 'the button')
  const toast = await mountScreen(<ToastText />)
  screen.press(BUTTON)
  await waitUntil(() => toast.text() !== '', 'the toast')
  expect(toast.text()).toBe('This browser will keep what is saved on this device.')
})

test('the settings show the version, the connection, and what works offline', async () => {
  const { tab, peer, network, clock } = await openSignedIn()
  const now = clock.wall()
  peer.passes.set('mina', [
    certifiedPass(1, now),
    { ...PASS, passUid: '0193a1b2-0000-7000-8000-000000000008', validUntil: now + CERTIFICATE_LIFE_MS },
  ])
  await tab.runtime.pulls.pull('passes', true)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(
    <>
      <OfflineSection />
      <AboutSection />
    </>,
  )
  await waitUntil(() => screen.text().includes('not work offline'), 'the passes')
  expect(screen.element.querySelector('[data-connection]')?.textContent).toBe('Online')
  expect(screen.text()).toContain(
    `Version ${screen.element.querySelector('[data-version]')?.getAttribute('data-version')}`,
  )
  expect(screen.links('Diagnostics')).toEqual(['/test'])
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(
    () => screen.element.querySelector('[data-connection]')?.getAttribute('data-connection') !== 'online',
    'the lost connection',
  )
})
