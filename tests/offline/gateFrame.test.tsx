// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { EnrolForm } from '#routes/gate/-parts/enrolForm.tsx'
import { ErrorScreen } from '#routes/-shell/errorScreen.tsx'
import { ConnectionStatus } from '#routes/-shell/connectionStatus.tsx'
import { NoticeBanners } from '#routes/-shell/noticeBanners.tsx'
import { UnsentBanner } from '#routes/-shell/unsentBanner.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer, person, rowsOf } from './setup.ts'

/**
 * The frame around a scanner shows nothing for members: staff have no passes there, and the scanner shows its
 * connection itself.
 */

/** Returns what the screen says at once. */
const textAt = async (address: string, content: React.ReactNode): Promise<string> => {
  const screen = await mountScreen(content, address)
  const text = screen.text()
  screen.unmount()
  return text
}

// This test comes first: the queue that a page reads is that of its first phone.
test('an action that was not sent is reported to its member on other screens, not on /gate', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(/gdsUid=gone/, async () => answer(200, 'E_NOT_FOUND'))
  await mina.favourite('gone', true)
  await waitUntil(async () => (await rowsOf(tab)).some(({ refused }) => refused !== null))
  const home = await mountScreen(<UnsentBanner />, '/home')
  await waitUntil(() => home.text().includes('action was not sent'))
  home.unmount()
  // The queue has been read by now.
  expect(await textAt('/gate', <UnsentBanner />)).toBe('')
})

test('a missing connection is announced on other screens, but not on /gate', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  network.down(true)
  await tab.runtime.online.probe()
  expect(await textAt('/home', <ConnectionStatus />)).toBe('Our server is not responding.')
  expect(await textAt('/gate', <ConnectionStatus />)).toBe('')
})

test('after an eviction a scanner asks to be enrolled again, not to sign in', async () => {
  const { browser } = openWithPeer()
  await browser.tab()
  browser.close()
  expect(await textAt('/gate', <EnrolForm ended={false} waiting={0} />)).not.toContain('cleared')
  await browser.evict()
  replaceRuntime((await browser.tab()).runtime)
  expect(await textAt('/home', <NoticeBanners />)).toContain('sign in to get them back')
  expect(await textAt('/gate', <NoticeBanners />)).toBe('')
  expect(await textAt('/gate', <EnrolForm ended={false} waiting={0} />)).toContain(
    'The browser cleared the data saved on this device. If it was set up as a scanner, enrol it again.',
  )
})

test('the error page of a scanner does not mention passes', async () => {
  const error = <ErrorScreen error={new Error('broken')} reset={() => undefined} />
  expect(await textAt('/home', error)).toContain('Your passes')
  const text = await textAt('/gate', error)
  expect(text).toContain('Could not open this page')
  expect(text).not.toContain('Your passes')
})
