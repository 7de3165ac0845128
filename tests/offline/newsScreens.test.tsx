// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { NewsItem } from '#contract/calls/newsfeed.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { NewsScreen } from '#routes/newsFeed/-parts/newsScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** The filters of the news feed (spec 3.21). */

const itemOf = (nth: number, type: NewsItem['type'], readYn: 'Y' | 'N'): NewsItem => ({
  newsUid: `0193a1b2-0000-7000-8000-0000000000${20 + nth}`,
  type,
  title: `News ${nth}`,
  content: '',
  path: null,
  at: nth,
  readYn,
})

test('the filters show how many entries each kind has, and only kinds that exist', async () => {
  const { network, browser } = openWithPeer()
  const list = [itemOf(1, 'event', 'N'), itemOf(2, 'noti', 'Y'), itemOf(3, 'noti', 'N')]
  network.fault(
    /GET .*newsfeed\/list/,
    async () => answer(200, '200', { list, total: list.length, unread: 2 }),
    Infinity,
  )
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  const { element, press } = await mountScreen(<NewsScreen />)
  await waitUntil(() => element.querySelectorAll('[data-read]').length === 3, 'the news')
  const chips = [...element.querySelectorAll('[role=group] button')].map(({ textContent }) => textContent)
  expect(chips).toEqual(['All news 3', 'Gifts and events 1', 'Passes, inquiries and account 2'])
  press('Passes, inquiries and account 2')
  await waitUntil(() => element.querySelectorAll('[data-read]').length === 2, 'the filtered news')
})

test('an answered question leads to the questions of its goods, and an unknown page is no link', async () => {
  const { network, browser } = openWithPeer()
  const list = [
    { ...itemOf(1, 'noti', 'N'), path: '/hotel/one-hotel#goods-questions' },
    { ...itemOf(2, 'noti', 'N'), path: '/nowhere/one-hotel' },
  ]
  network.fault(/GET .*newsfeed\/list/, async () => answer(200, '200', { list, total: 2, unread: 2 }), Infinity)
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  const { element } = await mountScreen(<NewsScreen />)
  await waitUntil(() => element.querySelectorAll('[data-read]').length === 2, 'the news')
  const links = [...element.querySelectorAll('[data-read] a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/hotel/one-hotel#goods-questions'])
})
