// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { certifiedPass, PASS } from './fixtures.ts'
import { openSignedIn, openWithPeer, person, waitForCode } from './setup.ts'

/** The banner of an offline phone promises only what this phone can keep. */

const WORKS = 'You are offline. The QR codes in My Pass still work.'
const NEUTRAL = 'You are offline. You can still see what is saved on this phone.'

/** Mounts the banners in a page of its own: the passes that a page reads are those of its first phone. */
const mountBanners = async (tab: Tab): Promise<MountedScreen> => {
  vi.resetModules()
  const { replaceRuntime } = await import('#data/runtime.ts')
  const { NoticeBanners } = await import('#routes/-shell/noticeBanners.tsx')
  replaceRuntime(tab.runtime)
  return mountScreen(<NoticeBanners />)
}

// Its passes are still shown, but their certificates may be void: a new password that was set elsewhere voids them.
test('offline in a locked session, the banner does not say that the QR codes still work', async () => {
  const { tab, peer, network, clock } = await openSignedIn()
  peer.passes.set('mina', [certifiedPass(1, clock.wall())])
  await tab.runtime.bind({ passUid: PASS.passUid })
  await waitForCode(tab, PASS.passUid)
  const { text } = await mountBanners(tab)
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes(WORKS), 'the banner of a member')
  network.down(false)
  await tab.runtime.online.probe()
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => tab.runtime.session.state.get().state === 'locked', 'the end of the session')
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('You are offline.'), 'the banner of a locked session')
  expect(text()).toBe(NEUTRAL)
})

test('offline with refused storage, the banner does not promise that anything is saved on this phone', async () => {
  const { browser, network } = openWithPeer({ isStorageRefused: true })
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  const { text } = await mountBanners(tab)
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('ffline'), 'the banner')
  expect(text()).not.toContain('saved on this phone')
  expect(text()).toMatch(/^OfflineThis browser is not letting us save data/)
})
