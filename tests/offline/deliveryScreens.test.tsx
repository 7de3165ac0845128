// @vitest-environment jsdom
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import type { QueuedGift, ShownGift } from '#data/gifts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { SentGift } from '#routes/myPage/-parts/gift/sentGift.tsx'
import { storeDraft } from '#routes/service/-parts/inquiryDraft.ts'
import { InquiryForm } from '#routes/service/-parts/inquiryForm.tsx'
import { giftSend } from '#sync/outbox/commands/giftSend.ts'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openWithPeer, person, rowsOf, openOffline } from './setup.ts'

/** The message after an action: it waits on this phone, it was sent, or nothing is left to send. */

beforeEach(() => showToast(null))

function ToastText() {
  return <output>{useVisibleToast()?.text}</output>
}

/** Waits for the toast and returns its text. */
const toastOf = async (screen: MountedScreen): Promise<string> => {
  const text = () => screen.element.querySelector('output')?.textContent ?? ''
  await waitUntil(() => text() !== '')
  return text()
}

const GIFT = { type: 'sent', passUid: PASS.passUid, passType: '48H', message: '', sentAt: 0, wish: null } as const
const QUEUED: QueuedGift = {
  ...GIFT,
  id: '0193a1b2-0000-7000-8000-000000000003',
  state: 'queued',
  recipient: { id: 'bob@example.com' },
  waiting: 'saved',
  code: null,
  asks: null,
  asksAt: null,
}
const SENT: ShownGift = {
  ...GIFT,
  giftUid: '0193a1b2-0000-7000-8000-000000000004',
  state: 'sent',
  gdsUid: PASS.gdsUid,
  medium: 'mobile',
  sender: { id: '', name: '' },
  recipient: { id: 'bob@example.com' },
  endedAt: null,
}

const cancel = async (gift: QueuedGift | ShownGift): Promise<MountedScreen> => {
  const screen = await mountScreen(
    <>
      <SentGift keys={{}} gift={gift} />
      <ToastText />
    </>,
  )
  screen.press('Cancel gift to bob@example.com')
  screen.press('Cancel gift')
  return screen
}

test('cancelling a gift that never left this phone says that it is cancelled, and leaves nothing to send', async () => {
  const { tab } = await openOffline()
  await tab.runtime.memberOutbox()?.add(giftSend, { passUid: PASS.passUid, id: 'bob@example.com' })
  replaceRuntime(tab.runtime)
  expect(await toastOf(await cancel(QUEUED))).toBe('Gift cancelled')
  expect(await rowsOf(tab)).toEqual([])
})

test('cancelling a sent gift offline says that the cancellation is saved on this phone', async () => {
  const { tab } = await openOffline()
  replaceRuntime(tab.runtime)
  expect(await toastOf(await cancel(SENT))).toContain('Saved on this device.')
  expect((await rowsOf(tab)).map(({ command }) => command)).toEqual(['gift.cancel'])
})

test('with refused storage a cancellation is reported as sent, not as saved', async () => {
  const { browser, network } = openWithPeer({ isStorageRefused: true })
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  network.fault(/PATCH .*gift\/cancel/, async () => answer(200, '200', { ...SENT, state: 'cancelled' }))
  replaceRuntime(tab.runtime)
  expect(await toastOf(await cancel(SENT))).toBe('We have received your request.')
})

test('with refused storage an inquiry is reported as registered once the server has it, not as saved', async () => {
  const { browser, peer } = openWithPeer({ isStorageRefused: true })
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  storeDraft(null, { id: uuidv7(), email: 'mina@example.com', content: 'Where is the exchange desk at the station?' })
  const screen = await mountScreen(
    <>
      <InquiryForm />
      <ToastText />
    </>,
  )
  screen.press('Send')
  expect(await toastOf(screen)).toBe('1:1 inquiry registered')
  expect(peer.inquiries).toHaveLength(1)
})
