// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { forgetDrafts } from '#data/drafts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GiftForm } from '#routes/myPage/-parts/gift/giftForm.tsx'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { bodiesOf, errorOf, fieldOf, waitForEarlierRequests, summaryOf, writesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { GIFT, PASS } from './fixtures.ts'
import { waitForFirstPulls, openWithPeer, person, rowsOf } from './setup.ts'

/** The form of a gift of a pass that no phone shows: it takes no proof, and can wait on this phone. */

beforeEach(() => {
  forgetDrafts()
  showToast(null)
})

const SENT = /POST .*gift\/insert/
const EMAIL = 'Recipient’s email address'
const MESSAGE = 'Message'
const NO_EMAIL = 'Enter the recipient’s email address in the correct format, for example name@example.com.'
const OWN = 'This is your own email address. Enter the recipient’s.'
const LONG = 'Use at most 200 characters.'
const UNCLEAN = 'Remove invisible characters, or type the text again.'
const SEND = 'Send as a gift'
/** One character to whoever reads it. */
const FAMILY = '👨‍👩‍👧'

const OTHER = { ...PASS, passUid: '0193a1b2-0000-7000-8000-000000000007', passType: '24H' as const }

function Toast() {
  return <output>{useVisibleToast()?.text}</output>
}

const giving = async () => {
  const opened = openWithPeer()
  opened.peer.passes.set('mina', [PASS, OTHER])
  opened.network.fault(SENT, async () => answer(200, '200', GIFT), Infinity)
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  const before = writesOf(opened.network).length
  const screen = await mountScreen(
    <>
      <GiftForm
        by="member"
        onBy={() => undefined}
        passes={[PASS, OTHER]}
        deviceUid={null}
        chosen={undefined}
        own="mina@example.com"
      />
      <Toast />
    </>,
    '/myPage/gift/send',
  )
  const { element } = screen
  const dialog = () => element.querySelector('dialog[open]')
  const inDialog = (name: string) => {
    const button = [...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name)
    if (!button) throw new Error(`no button “${name}” in the dialog`)
    return button
  }
  return {
    ...opened,
    ...screen,
    tab,
    dialog,
    inDialog,
    fill: (email: string, message = '') => {
      type(fieldOf(EMAIL), email)
      type(fieldOf(MESSAGE), message)
    },
    asks: () => waitUntil(() => dialog() !== null, 'the question'),
    toast: () => element.querySelector('output')?.textContent,
    sent: () => bodiesOf(opened.network, SENT),
    /** What the form has sent or queued, once it has had the time to. */
    done: async () => {
      await waitForEarlierRequests(tab)
      return [...writesOf(opened.network).slice(before), ...(await rowsOf(tab))]
    },
  }
}

test('without an address the form asks and sends nothing, names the field, and puts the focus there', async () => {
  const { press, element, dialog, done: writes } = await giving()
  expect(summaryOf(element)).toBeNull()
  press(SEND)
  await waitUntil(() => document.activeElement === fieldOf(EMAIL), 'the focus')
  expect(summaryOf(element)).toBeNull()
  expect(errorOf(EMAIL)).toBe(NO_EMAIL)
  expect(errorOf(MESSAGE)).toBeNull()
  expect(dialog()).toBeNull()
  expect(await writes()).toEqual([])
})

test.each([
  ['no address', 'bob@example', '', NO_EMAIL, null],
  ['the member’s own address', ' Mina@Example.com ', '', OWN, null],
  ['a message of 201 characters', 'bob@example.com', FAMILY.repeat(201), null, LONG],
  ['a message with a character that turns text around', 'bob@example.com', 'For you\u202e', null, UNCLEAN],
])(
  '%s is refused at its own field, and nothing is asked or sent',
  async (_what, email, message, atEmail, atMessage) => {
    const { press, fill, element, dialog, done: writes } = await giving()
    fill(email, message)
    press(SEND)
    await waitUntil(() => document.activeElement === fieldOf(atEmail === null ? MESSAGE : EMAIL), 'the focus')
    expect(summaryOf(element)).toBeNull()
    expect([errorOf(EMAIL), errorOf(MESSAGE)]).toEqual([atEmail, atMessage])
    expect(fieldOf(MESSAGE).value).toBe(message)
    expect(dialog()).toBeNull()
    expect(await writes()).toEqual([])
  },
)

test('two wrong fields are counted in their order', async () => {
  const { press, fill, element } = await giving()
  fill('bob', 'x'.repeat(201))
  press(SEND)
  await waitUntil(() => summaryOf(element) !== null, 'the summary')
  expect(summaryOf(element)).toEqual([
    '2 fields need your attention',
    `#gift-email ${NO_EMAIL}`,
    `#gift-message ${LONG}`,
  ])
})

test('the form asks before it sends a gift; then it sends all of it once, shows a toast, and opens the list of gifts', async () => {
  const { press, fill, asks, dialog, inDialog, sent, done: writes, toast, address, element } = await giving()
  const message = FAMILY.repeat(200)
  fill(' bob@example.com ', ` ${message} `)
  element.querySelector<HTMLInputElement>(`[type=radio][value="${OTHER.passUid}"]`)?.click()
  press(SEND)
  await asks()
  expect(dialog()?.textContent).toContain('You are sending the 24H pass to bob@example.com.')
  expect(await writes()).toEqual([])
  inDialog(SEND).click()
  await waitUntil(() => sent().length === 1, 'the gift')
  expect(sent()).toEqual([{ passUid: OTHER.passUid, id: 'bob@example.com', message, proof: null }])
  await waitUntil(() => address() === '/myPage/gift?type=sent', 'the list of gifts')
  expect(toast()).toBe('Saved on this device. Sending now.')
  expect(dialog()).toBeNull()
})

test('a gift without words is sent without a message, and two presses send it once', async () => {
  const { press, fill, asks, inDialog, sent, address, tab } = await giving()
  fill('bob@example.com', '  ')
  press(SEND)
  await asks()
  const yes = inDialog(SEND)
  yes.click()
  yes.click()
  await waitUntil(() => address() === '/myPage/gift?type=sent', 'the list of gifts')
  await waitUntil(async () => (await rowsOf(tab)).length === 0, 'the end of what waits')
  expect(sent()).toEqual([{ passUid: PASS.passUid, id: 'bob@example.com', proof: null }])
})

test('“Not now” sends nothing and leaves what was typed', async () => {
  const { press, fill, asks, dialog, inDialog, done: writes, address } = await giving()
  fill('bob@example.com', 'For you')
  press(SEND)
  await asks()
  inDialog('Not now').click()
  await waitUntil(() => dialog() === null)
  expect([fieldOf(EMAIL).value, fieldOf(MESSAGE).value]).toEqual(['bob@example.com', 'For you'])
  expect(await writes()).toEqual([])
  expect(address()).toBe('/myPage/gift/send')
})

test('offline, a gift waits on this phone, and the toast says so', async () => {
  const { press, fill, asks, inDialog, sent, toast, address, tab, network } = await giving()
  network.down(true)
  await tab.runtime.online.probe()
  fill('bob@example.com')
  press(SEND)
  await asks()
  inDialog(SEND).click()
  await waitUntil(() => address() === '/myPage/gift?type=sent', 'the list of gifts')
  expect(toast()).toBe('Saved on this device. It will be sent when you are online.')
  expect((await rowsOf(tab)).map(({ command, args }) => ({ command, args }))).toEqual([
    { command: 'gift.send', args: { passUid: PASS.passUid, id: 'bob@example.com', proof: null } },
  ])
  expect(sent()).toEqual([])
})
