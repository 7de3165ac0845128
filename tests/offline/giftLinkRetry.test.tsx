// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { makeGiftLink } from '#data/giftLinks.ts'
import { useGifts } from '#data/gifts.ts'
import { SentGift } from '#routes/myPage/-parts/gift/sentGift.tsx'
import { START } from '../harness/clock.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { GIFT_BY_LINK, openWithPass } from './giftByLink.ts'
import { dbOf } from './setup.ts'

/** A gift link whose making was answered by nobody, and is tried again. */

const MAKE = /POST .*mypage\/gift\/link$/

function SentGifts() {
  const { sent, keys } = useGifts()
  return sent.map((gift) => <SentGift key={gift.passUid} gift={gift} keys={keys} />)
}

test('a link that was made although its answer was lost can be shown after another try is refused (L5)', async () => {
  const { network, peer, tab } = await openWithPass()
  let linkHash = ''
  network.fault(MAKE, async (request) => {
    ;({ linkHash } = (await request.json()) as { linkHash: string })
    const link = { expiresAt: START + 14 * DAY_MS, openedAt: null, hash: linkHash }
    peer.gifts.push({ ...GIFT_BY_LINK, giftUid: 'made', link })
    throw new TypeError('Failed to fetch')
  })
  network.fault(MAKE, async () => answer(200, 'E_GIFT_PASS'))
  expect(await makeGiftLink({ passUid: PASS.passUid }, null)).toMatchObject({ ok: false })
  expect(await makeGiftLink({ passUid: PASS.passUid }, null)).toMatchObject({ ok: false, code: 'E_GIFT_PASS' })
  expect(Object.keys((await dbOf(tab).read('giftKeys')) ?? {})).toContain(linkHash)
  const { press, button, element } = await mountScreen(<SentGifts />)
  await waitUntil(() => button('Show link') !== undefined, 'the gift with its link')
  press('Show link')
  const key = element.querySelector('[data-link]')?.textContent?.split('#')[1] ?? ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  expect(Buffer.from(digest).toString('hex')).toBe(linkHash)
})

test('keys of ended gifts are deleted, those of pending ones stay, and of unknown ones the newest 20 (L5)', async () => {
  const { network, peer, tab } = await openWithPass()
  const link = (hash: string) => ({ expiresAt: START + 14 * DAY_MS, openedAt: null, hash })
  peer.gifts.push(
    { ...GIFT_BY_LINK, giftUid: 'ended', state: 'accepted', endedAt: START, link: link('ended') },
    { ...GIFT_BY_LINK, giftUid: 'pending', link: link('pending') },
  )
  await tab.runtime.pulls.pull('gifts', true)
  const unknown = Array.from({ length: 22 }, (_, index) => `unknown ${index}`)
  await dbOf(tab).keep('giftKeys', Object.fromEntries(['ended', 'pending', ...unknown].map((hash) => [hash, 'key'])))
  network.fault(MAKE, 'drop')
  await makeGiftLink({ passUid: PASS.passUid }, null)
  const hashes = Object.keys((await dbOf(tab).read('giftKeys')) ?? {})
  expect(hashes.slice(0, -1)).toEqual(['pending', ...unknown.slice(2)])
})
