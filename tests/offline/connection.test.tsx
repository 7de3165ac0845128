// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { certifiedPass, PASS } from './fixtures.ts'
import { openSignedIn, openWithPeer, person, rowsOf, waitForCode } from './setup.ts'

/** What the frame says of a missing connection names what is missing, and promises only what this phone can keep. */

/** Mounts line and icon in a page of their own: the passes that a page reads are those of its first phone. */
const mountFrame = async (tab: Tab, address: string): Promise<MountedScreen> => {
  vi.resetModules()
  const { replaceRuntime } = await import('#data/runtime.ts')
  const { OfflineLine } = await import('#routes/-shared/connection/offlineLine.tsx')
  const { ConnectionIcon } = await import('#routes/-shared/connection/connectionIcon.tsx')
  replaceRuntime(tab.runtime)
  return mountScreen(
    <>
      <OfflineLine />
      <ConnectionIcon />
    </>,
    address,
  )
}

const iconOf = ({ element }: MountedScreen): string | null =>
  element.querySelector('a, button')?.getAttribute('aria-label') ?? null

afterEach(() => {
  vi.restoreAllMocks()
})
const loseNetwork = (): void => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
}

test('without network, the line mentions no passes to a visitor without one', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const frame = await mountFrame(tab, '/home')
  loseNetwork()
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => frame.text() !== '', 'the line')
  expect(frame.text()).toBe('You are offline.')
})

test('on a phone with network, the line says that our server is not responding', async () => {
  const { tab, peer, network, clock } = await openSignedIn()
  peer.passes.set('mina', [certifiedPass(1, clock.wall())])
  await tab.runtime.bind({ passUid: PASS.passUid })
  await waitForCode(tab, PASS.passUid)
  const { text } = await mountFrame(tab, '/myPage/myPass')
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('QR codes'), 'the line of a member')
  expect(text()).toBe('Server not responding. Your QR codes still work.')
})

test('the line says that the pass of a member is not on this phone yet', async () => {
  const { tab, peer, network } = await openSignedIn()
  peer.passes.set('mina', [PASS])
  await tab.runtime.pulls.pull('passes', true)
  const { text } = await mountFrame(tab, '/myPage/myPass')
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('not responding'), 'the line')
  await waitUntil(() => text() === 'Server not responding. No pass is ready on this device yet.', 'the passes')
})

// Its passes are still shown, but their certificates may be void: a new password that was set elsewhere voids them.
test('offline in a locked session, the line does not say that the QR codes still work', async () => {
  const { tab, peer, network, clock } = await openSignedIn()
  peer.passes.set('mina', [certifiedPass(1, clock.wall())])
  await tab.runtime.bind({ passUid: PASS.passUid })
  await waitForCode(tab, PASS.passUid)
  const { text } = await mountFrame(tab, '/home')
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => tab.runtime.session.state.get().state === 'locked', 'the end of the session')
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text() !== '', 'the line of a locked session')
  expect(text()).toBe('Our server is not responding.')
})

test('offline with refused storage, the line does not promise that anything is saved on this phone', async () => {
  const { browser, network } = openWithPeer({ isStorageRefused: true })
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  const { text } = await mountFrame(tab, '/home')
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text() !== '', 'the line')
  expect(text()).toBe('Our server is not responding.')
})

test('a screen with the offline line has no icon for the connection, and the icon that counts waiting actions is on each screen', async () => {
  const { tab, network, clock } = await openSignedIn()
  const home = await mountFrame(tab, '/home')
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => home.text() !== '', 'the line')
  expect(iconOf(home)).toBeNull()
  const setting = await mountFrame(tab, '/setting')
  await waitUntil(() => iconOf(setting) === 'Our server is not responding.', 'the icon')
  clock.advance(MINUTE_MS)
  await person(tab).inquire('Where is the desk?')
  await waitUntil(async () => (await rowsOf(tab)).length === 1, 'an action that waits')
  const counting = await mountFrame(tab, '/home')
  await waitUntil(() => iconOf(counting) === 'Waiting to send: 1', 'the number of actions')
  const elsewhere = await mountFrame(tab, '/setting')
  await waitUntil(() => iconOf(elsewhere) === 'Our server is not responding. Waiting to send: 1', 'both in one icon')
  expect(elsewhere.element.querySelectorAll('a, button')).toHaveLength(1)
})

test('without network an error of the catalogue says so and offers no retry, which could not help', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  vi.resetModules()
  const { replaceRuntime } = await import('#data/runtime.ts')
  const { CatalogueError } = await import('#routes/-shared/catalogueError.tsx')
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<CatalogueError title="Could not load the list" onRetry={() => undefined} />)
  expect(screen.button('Try again')).toBeDefined()
  loseNetwork()
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => screen.text().includes('You are offline.'), 'the cause')
  expect(screen.button('Try again')).toBeUndefined()
})
