// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { ShownGift } from '#data/gifts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { ReceivedGift } from '#routes/myPage/-parts/gift/receivedGift.tsx'
import { SentGift } from '#routes/myPage/-parts/gift/sentGift.tsx'
import { PaidOrder } from '#routes/pass/-parts/paidOrder.tsx'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { GIFT, ORDER } from '../offline/fixtures.ts'
import { openWithPeer } from '../offline/setup.ts'
import { useTimeZone, NEW_YEAR, zones } from './zones.ts'

/** Times of payments and gifts are in the reader's own time zone, because no text beside them names another. */

const showing = async (screen: ReactNode): Promise<MountedScreen> => {
  const tab = await openWithPeer().browser.tab()
  replaceRuntime(tab.runtime)
  return mountScreen(screen)
}

const PAID = { ...ORDER, state: 'paid' as const, paidAt: NEW_YEAR, cancelUntil: NEW_YEAR + DAY_MS }
const SENT: ShownGift = { ...GIFT, sentAt: NEW_YEAR, wish: null }

/** `NEW_YEAR` and the same time on the next day in each zone. Where the zone is unknown, Korean time is shown. */
const OWN = {
  'Asia/Seoul': ['1 January 2027 at 00:30', '2 January 2027 at 00:30', '1 Jan 00:30'],
  'Pacific/Apia': ['1 January 2027 at 04:30', '2 January 2027 at 04:30', '1 Jan 04:30'],
  'America/Los_Angeles': ['31 December 2026 at 07:30', '1 January 2027 at 07:30', '31 Dec 07:30'],
  'Etc/Unknown': ['1 January 2027 at 00:30', '2 January 2027 at 00:30', '1 Jan 00:30'],
}

describe.each(zones)('in %s', (zone) => {
  useTimeZone(zone)
  const [paid, cancelUntil, gift] = OWN[zone]

  test('a paid order shows the payment and the end of free cancellation in the reader’s own zone', async () => {
    const { element } = await showing(<PaidOrder order={PAID} />)
    const lines = [...element.querySelectorAll('dl div')].map(({ textContent }) => textContent)
    expect(lines).toContain(`Paid${paid}`)
    expect(lines).toContain(`Free cancellation of unused passes until${cancelUntil}`)
  })

  test('a sent gift shows when it was sent in the reader’s own zone', async () => {
    const { text } = await showing(<SentGift keys={{}} gift={SENT} />)
    expect(text()).toContain(`Sent ${gift}`)
  })

  test('a received gift shows when it was accepted in the reader’s own zone', async () => {
    const received = { ...SENT, type: 'received', state: 'accepted', sentAt: 0, endedAt: NEW_YEAR } as const
    const { text } = await showing(<ReceivedGift gift={received} />)
    expect(text()).toContain(`Added to My Pass, ${gift}`)
  })
})
