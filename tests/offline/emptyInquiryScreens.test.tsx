// @vitest-environment jsdom
import type { ComponentType } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { InquiryList } from '#routes/-shared/inquiry/inquiryList.tsx'
import { MyInquiryScreen } from '#routes/myPage/-parts/myInquiryScreen.tsx'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/**
 * The empty list of inquiries promises only the inquiries and answers that this session can show. The tests follow one
 * phone in order.
 */

const OF_MEMBER = 'Inquiries that you send while signed in appear here, with our answers.'
const OF_PHONE =
  'Inquiries that you send from this device without signing in appear here. Sign in to see those from your account, with our answers.'

let tab: Tab
let opened: ReturnType<typeof openWithPeer>
beforeAll(async () => {
  opened = openWithPeer()
  tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
})

const showEmpty = async (Screen: ComponentType): Promise<MountedScreen> => {
  const screen = await mountScreen(<Screen />)
  await waitUntil(() => screen.text().includes('No inquiries to show'))
  return screen
}

test('the empty list of a visitor promises answers only after signing in', async () => {
  const { text } = await showEmpty(InquiryList)
  expect(text()).toContain(OF_PHONE)
  expect(text()).not.toContain(OF_MEMBER)
})

test('the empty list of a member promises answers, and does not offer to sign in', async () => {
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  const { text, links } = await showEmpty(MyInquiryScreen)
  expect(text()).toContain(OF_MEMBER)
  expect(text()).not.toContain(OF_PHONE)
  expect(links('Sign in')).toEqual([])
})

test('My inquiries of a lapsed session promises no answers, and offers to sign in and to return', async () => {
  const { text, links } = await showEmpty(MyInquiryScreen)
  opened.peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => links('Sign in').length > 0)
  expect(links('Sign in')).toEqual(['/login?returnTo=%2FmyPage%2Finquiry'])
  await waitUntil(() => text().includes(OF_PHONE))
  expect(text()).not.toContain(OF_MEMBER)
})
