// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { ShownGift } from '#data/gifts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { ReceivedGift } from '#routes/myPage/-parts/gift/receivedGift.tsx'
import { SentGift } from '#routes/myPage/-parts/gift/sentGift.tsx'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { START } from '../harness/clock.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { GIFT_BY_LINK, openWithPass } from './giftByLink.ts'
import { openWithPeer } from './setup.ts'

/** How the lists of gifts show a gift by link, and a gift that was just accepted. */

beforeEach(() => showToast(null))

const KEY = 'AbcdefghijklmnopqrstuvwxyZ012-_9'
const HASH = 'a'.repeat(64)
const GIFT: ShownGift = { ...GIFT_BY_LINK, wish: null }
const link = { expiresAt: START + 3 * DAY_MS + 1, openedAt: null, hash: HASH }

const listed = async (gift: Partial<ShownGift>, keys: Record<string, string> = {}) => {
  const { browser } = openWithPeer()
  replaceRuntime((await browser.tab()).runtime)
  return mountScreen(<SentGift gift={{ ...GIFT, link, ...gift }} keys={keys} />)
}

test('the list names a gift by link, the days that are left, and whether it was opened', async () => {
  const waiting = await listed({})
  expect(waiting.text()).toContain('By link')
  expect(waiting.text()).toContain('4 days left')
  expect(waiting.text()).toContain('Waiting for an answer')
  expect(waiting.text()).not.toContain('A former member')
  const opened = await listed({ link: { ...link, expiresAt: START + 1, openedAt: START } })
  expect(opened.text()).toContain('Opened, not accepted yet')
  expect(opened.text()).toContain('1 day left')
  expect(opened.button('Cancel gift sent by link')).toBeDefined()
})

test('the phone that made the link shows it again, and another phone of the member offers no link', async () => {
  expect((await listed({})).button('Show link')).toBeUndefined()
  const { press, element } = await listed({}, { [HASH]: KEY })
  press('Show link')
  expect(element.querySelector('[data-link]')?.textContent).toBe(`${location.origin}/gift#${KEY}`)
})

test('an expired gift says that the pass was kept, and offers nothing', async () => {
  const { text, element } = await listed({ state: 'cancelled', exactState: 'expired', endedAt: START })
  expect(text()).toContain('Nobody accepted the gift, so you kept the pass.')
  expect(text()).not.toContain('Cancelled,')
  expect(element.querySelectorAll('button:not(dialog button)')).toHaveLength(0)
})

test('after accepting, the ribbon comes off and My Pass is one press away', async () => {
  const { network, tab } = await openWithPass()
  network.down(true)
  await tab.runtime.online.probe()
  const received: ShownGift = { ...GIFT, type: 'received' }
  const { press, element, links, unmount } = await mountScreen(<Received first={received} />)
  press('Accept')
  ;[...element.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)?.click()
  const mark = () => element.querySelector('[data-gift]')?.getAttribute('data-gift')
  await waitUntil(() => mark() === 'accepted', 'the accepted gift')
  expect(element.querySelector('svg[data-untied]')).not.toBeNull()
  expect(links('Open My Pass')).toEqual(['/myPage/myPass'])
  expect(document.activeElement?.textContent).toBe('A pass from Mina Lee')
  unmount()
})

/** A list that shows the server's answer once the toast has said that the action is stored. */
function Received({ first }: { first: ShownGift }) {
  const isStored = useVisibleToast() !== null
  return <ReceivedGift gift={isStored ? { ...first, state: 'accepted', endedAt: START } : first} />
}
