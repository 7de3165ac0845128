// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { QueuedGift, ShownGift } from '#data/gifts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GiftScreen } from '#routes/myPage/-parts/gift/giftScreen.tsx'
import { GiftForm } from '#routes/myPage/-parts/gift/giftForm.tsx'
import { MyPassGiftScreen } from '#routes/myPage/-parts/gift/myPassGiftScreen.tsx'
import { ReceivedGift } from '#routes/myPage/-parts/gift/receivedGift.tsx'
import { SentGift } from '#routes/myPage/-parts/gift/sentGift.tsx'
import { START } from '../harness/clock.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { GIFT, PASS } from './fixtures.ts'
import { openSignedIn, openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** What the gift screens say matches the phone, its connection, and members who have withdrawn. */

type Connection = 'online' | 'offline'
const show = async (content: ReactNode, connection: Connection) => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  network.down(connection === 'offline')
  await tab.runtime.online.probe()
  replaceRuntime(tab.runtime)
  return mountScreen(content)
}
const textOf = async (content: ReactNode, connection: Connection): Promise<string> =>
  (await show(content, connection)).text()

const OURS = 'device-ours'
const QUEUES = 'What you send will be saved on this device and sent when you are online.'
const NEEDS_CONNECTION = 'You need a connection to send this pass from here.'
const MAY_CANCEL = 'You can cancel the gift until it is accepted.'

test.each([
  ['no phone shows', null, null, QUEUES, NEEDS_CONNECTION],
  ['this phone shows', OURS, 'certificate', QUEUES, NEEDS_CONNECTION],
  ['this phone showed until it was signed out', OURS, null, NEEDS_CONNECTION, QUEUES],
  ['another phone shows', 'device-other', null, NEEDS_CONNECTION, QUEUES],
])(
  'offline, the form of a pass that %s says whether the gift can wait here',
  async (_who, device, certificate, expected, unsaid) => {
    const pass = { ...PASS, deviceUid: device, certificate }
    const text = await textOf(
      <GiftForm
        by="member"
        onBy={() => undefined}
        passes={[pass]}
        deviceUid={OURS}
        chosen={undefined}
        own="mina@example.com"
      />,
      'offline',
    )
    expect(text).toContain(expected)
    expect(text).not.toContain(unsaid)
  },
)

test.each(['refused', 'full'] as const)(
  'offline with storage that is %s, the form says that the gift needs a connection',
  async (state) => {
    const opened = openWithPeer({ isStorageRefused: state === 'refused' })
    const tab = await opened.browser.tab()
    const form = (
      <GiftForm
        by="member"
        onBy={() => undefined}
        passes={[PASS]}
        deviceUid={OURS}
        chosen={undefined}
        own="mina@example.com"
      />
    )
    if (state === 'full') tab.runtime.storage.status.set({ state, evicted: false })
    opened.network.down(true)
    await waitUntil(async () => !(await tab.runtime.online.probe()), 'the loss of the connection')
    replaceRuntime(tab.runtime)
    const { text } = await mountScreen(form)
    expect(text()).not.toContain(QUEUES)
    expect(text()).toContain('You are offline. You need a connection to send this.')
  },
)

test('online, the form of a pass that another phone shows has the general text', async () => {
  const pass = { ...PASS, deviceUid: 'device-other' }
  const text = await textOf(
    <GiftForm
      by="member"
      onBy={() => undefined}
      passes={[pass]}
      deviceUid={OURS}
      chosen={undefined}
      own="mina@example.com"
    />,
    'online',
  )
  expect(text).toContain(MAY_CANCEL)
})

test('the form lists only passes that the server lets go: not used for a discount, and still valid', async () => {
  const { browser, peer } = openWithPeer()
  const validUntil = START + 1
  peer.passes.set('mina', [
    { ...PASS, passUid: '0193a1b2-0000-7000-8000-000000000007', validUntil, discountUsedAt: START - 1 },
    { ...PASS, passUid: '0193a1b2-0000-7000-8000-000000000008', validUntil: START },
    { ...PASS, passUid: '0193a1b2-0000-7000-8000-000000000009', validUntil },
  ])
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  const { element } = await mountScreen(<MyPassGiftScreen by="member" onBy={() => undefined} chosen={undefined} />)
  const choices = () => [...element.querySelectorAll('fieldset input[type=radio]')]
  await waitUntil(() => choices().length > 0, 'the form')
  expect(choices().map((each) => each.getAttribute('value'))).toEqual(['0193a1b2-0000-7000-8000-000000000009'])
})

test('the empty list of sent gifts says that a pass used for a discount cannot be sent', async () => {
  const { tab } = await openSignedIn()
  replaceRuntime(tab.runtime)
  const { text } = await mountScreen(<GiftScreen type="sent" onType={() => undefined} />)
  await waitUntil(() => text().includes('No gifts sent yet'))
  expect(text()).toContain('If a mobile pass has not been used for entry or a discount, you can send it as a gift')
})

const QUEUED: QueuedGift = {
  id: '0193a1b2-0000-7000-8000-000000000003',
  state: 'queued',
  type: 'sent',
  passUid: PASS.passUid,
  passType: '48H',
  recipient: { id: 'bob@example.com' },
  message: '',
  sentAt: 0,
  waiting: 'saved',
  code: null,
  asks: null,
  asksAt: null,
  wish: null,
}

test.each([
  ['offline', 'saved', 'Will be sent when you are online'],
  ['online', 'saved', 'Waiting to send'],
  ['online', 'sending', 'Sending the gift'],
] as const)('%s, a queued gift that is %s says “%s”', async (connection, waiting, line) => {
  const text = await textOf(<SentGift keys={{}} gift={{ ...QUEUED, waiting }} />, connection)
  for (const each of ['Will be sent when you are online', 'Waiting to send', 'Sending the gift'])
    expect([each, text.includes(each)]).toEqual([each, each === line])
})

test.each([
  ['more', 'Waiting to send', START - 1],
  ['less', 'Will be sent when you are online', START + 60_000],
])('offline, a gift that was queued %s than a day ago says “%s” (O38)', async (_age, line, asksAt) => {
  const text = await textOf(<SentGift keys={{}} gift={{ ...QUEUED, asksAt }} />, 'offline')
  for (const each of ['Will be sent when you are online', 'Waiting to send'])
    expect([each, text.includes(each)]).toEqual([each, each === line])
})

test('the accessible name of the button that cancels a gift names its recipient', async () => {
  const screen = await show(<SentGift keys={{}} gift={QUEUED} />, 'online')
  const button = screen.button('Cancel gift to bob@example.com')
  expect(button?.textContent).toBe('Cancel gift')
})

/** Between members who have both withdrawn. */
const ANONYMOUS: ShownGift = { ...GIFT, sender: { id: '', name: '' }, recipient: { id: '' }, wish: null }

test('a recipient who has withdrawn is written with a capital at the start of a line, and without one in a sentence', async () => {
  const screen = await show(<SentGift keys={{}} gift={ANONYMOUS} />, 'online')
  expect(screen.element.querySelector('strong')?.textContent).toBe('A former member')
  screen.press('Cancel gift to a former member')
  expect(screen.text()).toContain('unless a former member accepts it')
})

test('a sender who has withdrawn is named so on an unanswered gift', async () => {
  const screen = await show(<ReceivedGift gift={{ ...ANONYMOUS, type: 'received' }} />, 'online')
  expect(screen.text()).toContain('A pass from a former member')
  screen.press('Accept')
  expect(screen.text()).toContain('pass from a former member will be added')
  screen.press('Not now')
  screen.press('Decline')
  expect(screen.text()).toContain('goes back to a former member')
})

test('a sender who has withdrawn is named so on a gift that was cancelled before the answer', async () => {
  const wish = { id: 'x', to: 'accepted', waiting: 'refused', code: 'E_GIFT_ENDED', asks: null } as const
  const gift: ShownGift = { ...ANONYMOUS, type: 'received', state: 'cancelled', endedAt: 0, wish }
  const text = await textOf(<ReceivedGift gift={gift} />, 'online')
  expect(text).toContain('From a former member')
  expect(text).toContain('The gift was cancelled')
})

const GENERIC = 'You can see its status in Gifts'

test.each([
  ['accepted', 'This gift has already been accepted, so it can no longer be cancelled.'],
  ['declined', 'The pass was returned to you.'],
  ['sent', GENERIC],
] as const)(
  'a gift that is %s and could not be cancelled gives the exact reason once, where it is known',
  async (state, reason) => {
    const wish = { id: 'x', to: 'cancelled', waiting: 'refused', code: 'E_GIFT_ENDED', asks: null } as const
    const screen = await show(<SentGift keys={{}} gift={{ ...ANONYMOUS, state, endedAt: 0, wish }} />, 'online')
    screen.press('Not sent, see why')
    const why = [...screen.element.querySelectorAll('dialog')].find(({ open: isOpen }) => isOpen)
    expect(why?.textContent.split(reason)).toHaveLength(2)
    expect(screen.text().includes(GENERIC)).toBe(reason === GENERIC)
  },
)

test.each([
  ['cancelled', 'The gift was cancelled before your answer reached us.'],
  ['declined', 'Returned to the sender'],
] as const)('a gift that is %s and could not be accepted gives the exact reason once', async (state, reason) => {
  const wish = { id: 'x', to: 'accepted', waiting: 'refused', code: 'E_GIFT_ENDED', asks: null } as const
  const screen = await show(
    <ReceivedGift gift={{ ...ANONYMOUS, type: 'received', state, endedAt: 0, wish }} />,
    'online',
  )
  screen.press('Not sent, see why')
  const why = [...screen.element.querySelectorAll('dialog')].find(({ open: isOpen }) => isOpen)
  expect(why?.textContent.split(reason)).toHaveLength(2)
  expect(screen.text()).not.toContain(GENERIC)
})

const OLD = 'This has been waiting for a long time. Send it anyway?'
const UNKNOWN = 'This could not be processed. Send it again?'
const WISH = { id: 'x', to: 'cancelled', waiting: 'saved', code: null } as const
const CANCELLING = { ...WISH, asks: null }

test.each<[string, QueuedGift | ShownGift, string]>([
  ['a queued gift that is old', { ...QUEUED, asks: 'old' }, OLD],
  ['a queued gift that the server did not understand', { ...QUEUED, asks: 'unknown' }, UNKNOWN],
  ['a gift that asks before its cancellation', { ...QUEUED, asks: 'unknown', wish: CANCELLING }, UNKNOWN],
  ['the cancellation of a sent gift', { ...ANONYMOUS, wish: { ...WISH, asks: 'old' } }, OLD],
])('%s asks, leads to the outbox and can be cancelled', async (_what, gift, line) => {
  const screen = await show(<SentGift keys={{}} gift={{ ...gift, recipient: { id: 'bob@example.com' } }} />, 'offline')
  expect(screen.text()).toContain(line)
  for (const claim of ['Will be sent', 'Waiting to send', 'Cancelling the gift', 'Saved on this device'])
    expect(screen.text()).not.toContain(claim)
  expect(screen.links('Not sent, see why')).toEqual(['/myPage/outbox'])
  expect(screen.button('Cancel gift to bob@example.com')).toBeDefined()
})

test.each([
  ['accepted', 'old', OLD],
  ['declined', 'unknown', UNKNOWN],
] as const)(
  'a received gift that was %s by an action that asks says so and leads to the outbox',
  async (to, asks, line) => {
    const wish = { ...WISH, to, asks }
    const screen = await show(<ReceivedGift gift={{ ...ANONYMOUS, type: 'received', wish }} />, 'online')
    expect(screen.text()).toContain(line)
    for (const claim of ['You accepted', 'You declined', 'Saved on this device'])
      expect(screen.text()).not.toContain(claim)
    expect(screen.links('Not sent, see why')).toEqual(['/myPage/outbox'])
  },
)
