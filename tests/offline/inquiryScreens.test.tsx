// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { OUTBOX_INQUIRY_ASK_MS } from '#contract/limits.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { InquiryList } from '#routes/-shared/inquiry/inquiryList.tsx'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { waitForFirstPulls, openWithPeer, person } from './setup.ts'

/** The list of inquiries says where each will be answered. */

/** Returns the text of the list with one inquiry that the server has. */
const listed = async (who: 'guest' | 'member'): Promise<string> => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  if (who === 'member') {
    await mina.signIn('mina')
    await waitForFirstPulls(tab)
  }
  await mina.inquire('Is there a locker?')
  replaceRuntime(tab.runtime)
  const { text } = await mountScreen(<InquiryList />)
  await waitUntil(() => text().includes('Q-000001'))
  return text()
}

test('the screen says that a guest’s inquiry is answered by email, and not that it waits', async () => {
  const text = await listed('guest')
  expect(text).toContain('We answer by email')
  expect(text).not.toContain('Waiting')
})

test('a member’s inquiry waits until its answer is in the list', async () => {
  const text = await listed('member')
  expect(text).toContain('Waiting')
  expect(text).not.toContain('We answer by email')
})

test('an inquiry that has waited for a week is not sent, and leads to the outbox, where the person decides', async () => {
  const { browser, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  await waitForFirstPulls(tab)
  network.down(true)
  await tab.runtime.online.probe()
  await mina.inquire('Is there a locker?')
  replaceRuntime(tab.runtime)
  const { text, links } = await mountScreen(<InquiryList />)
  await waitUntil(() => text().includes('Saved on this phone'), 'the queued inquiry')
  clock.advance(OUTBOX_INQUIRY_ASK_MS)
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => links('Not sent, see why').length === 1, 'the link')
  expect(links('Not sent, see why')).toEqual(['/myPage/outbox'])
  expect(text()).not.toContain('Saved on this phone')
})
