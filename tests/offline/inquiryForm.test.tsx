// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { errorOf, fieldOf, isSummaryFocused, isInvalidFocused, summaryOf, alertsOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CONTENT, EMAIL, openInquiryForm, SENT } from './inquiryFormPage.tsx'

/** The form of an inquiry: who may ask what, where it waits, and what is still there when it could not be sent. */

beforeEach(() => sessionStorage.clear())

const NO_EMAIL = 'Please enter your email address according to the correct format, for example name@example.com.'
const SHORT = 'Please enter at least 5 characters.'
const LONG = 'Use at most 2,000 characters.'
const UNCLEAN = 'Remove invisible characters, or type the text again.'
const QUESTION = 'Is there a locker?'
const REGISTERED = '1:1 inquiry registered'

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/)

test('the form of a guest who has entered nothing names both fields, and nothing is sent or kept', async () => {
  const { press, element, done: writes } = await openInquiryForm('guest')
  expect(summaryOf(element)).toBeNull()
  press('Send')
  await waitUntil(isSummaryFocused, 'the focus')
  expect(summaryOf(element)).toEqual([
    '2 fields need your attention',
    `#inquiry-email ${NO_EMAIL}`,
    `#inquiry-content ${SHORT}`,
  ])
  expect([errorOf(EMAIL), errorOf(CONTENT)]).toEqual([NO_EMAIL, SHORT])
  expect(await writes()).toEqual([])
})

test.each([
  ['no address', 'mina@example', QUESTION, NO_EMAIL, null],
  ['four characters between spaces', 'mina@example.com', '  abcd  ', null, SHORT],
  ['2,001 characters', 'mina@example.com', '😀'.repeat(2_001), null, LONG],
  ['an invisible character', 'mina@example.com', 'Is this\u0000 all?', null, UNCLEAN],
])('%s: refused at its own field, and nothing is sent or kept', async (_what, email, content, atEmail, atContent) => {
  const { press, fill, element, done: writes, question } = await openInquiryForm('guest')
  fill(email, content)
  press('Send')
  await waitUntil(() => isInvalidFocused(element), 'the focus')
  expect(summaryOf(element)).toBeNull()
  expect([errorOf(EMAIL), errorOf(CONTENT)]).toEqual([atEmail, atContent])
  expect(question().value).toBe(content)
  expect(await writes()).toEqual([])
})

test.each([
  ['five characters', 'abcde'],
  ['2,000 characters', '😀'.repeat(2_000)],
])(
  'a guest’s question of %s is sent once, in full, and the toast says that it is registered',
  async (_what, content) => {
    const { press, fill, sent, toast, question, outbox } = await openInquiryForm('guest')
    fill(' guest@example.com ', ` ${content} `)
    press('Send')
    await waitUntil(() => toast() === REGISTERED, REGISTERED)
    await waitUntil(async () => (await outbox()).length === 0, 'the end of what waits')
    expect(sent()).toEqual([{ id: ID, email: 'guest@example.com', content }])
    expect(question().value).toBe('')
    expect(fieldOf(EMAIL).value.trim()).toBe('guest@example.com')
    expect(sessionStorage).toHaveLength(0)
  },
)

test('the form shows the member’s address, and the inquiry is sent as the member’s', async () => {
  const { press, sent, toast, network, question } = await openInquiryForm('member')
  expect(fieldOf(EMAIL).value).toBe('mina@example.com')
  type(question(), QUESTION)
  press('Send')
  await waitUntil(() => toast() === REGISTERED, REGISTERED)
  expect(sent()).toEqual([{ id: ID, email: 'mina@example.com', content: QUESTION }])
  expect(network.receivedRequests.findLast(({ path }) => path.includes('insertInquiry'))?.owner).toBe('mina')
})

test('a second press while the inquiry is being sent sends nothing more', async () => {
  const { press, fill, network, sent, done: writes, toast } = await openInquiryForm('guest', { isStorageRefused: true })
  const line = network.hold(SENT)
  fill('guest@example.com', QUESTION)
  press('Send')
  await line.arrived
  press('Send')
  await writes()
  line.release()
  await waitUntil(() => toast() === REGISTERED, REGISTERED)
  expect(sent()).toHaveLength(1)
})

test('online, the toast says “registered” only after the server has answered', async () => {
  const { press, fill, network, toast } = await openInquiryForm('member')
  const line = network.hold(SENT)
  fill('mina@example.com', QUESTION)
  press('Send')
  await line.arrived
  expect(toast()).toBe('Saved on this device. Sending now.')
  line.release()
  await waitUntil(() => toast() === REGISTERED, REGISTERED)
})

test.each(['guest', 'member'] as const)(
  'offline the inquiry of a %s waits on this phone, and the form says so',
  async (who) => {
    const { press, fill, network, tab, text, toast, sent, outbox, question } = await openInquiryForm(who)
    const OFFLINE = 'You are offline. What you send will be saved on this device and sent when you are online.'
    expect(text()).not.toContain(OFFLINE)
    network.down(true)
    await tab.runtime.online.probe()
    await waitUntil(() => text().includes(OFFLINE), 'the notice')
    fill('guest@example.com', QUESTION)
    press('Send')
    await waitUntil(() => toast() !== '', 'the toast')
    expect(toast()).toBe('Saved on this device. It will be sent when you are online.')
    expect((await outbox()).map(({ command, args, owner }) => ({ command, args, owner }))).toEqual([
      {
        command: 'inquiry.write',
        args: { id: ID, email: 'guest@example.com', content: QUESTION },
        owner: who === 'guest' ? expect.not.stringContaining('mina') : 'mina',
      },
    ])
    expect(sent()).toEqual([])
    expect(question().value).toBe('')
  },
)

test.each([
  [
    'there is no answer',
    'drop',
    'This could not be saved on this device. Free up space or check your connection, then try again.',
  ],
  [
    'too many were sent',
    async () => answer(429, 'E_THROTTLED', null, { 'retry-after': '90' }),
    'Too many attempts. Try again in 1 min 30 s.',
  ],
] as const)(
  'with refused storage, when %s, the form says so and keeps what was typed',
  async (_why, fault, message) => {
    const { press, fill, network, element, question, sent, toast } = await openInquiryForm('guest', {
      isStorageRefused: true,
    })
    network.fault(SENT, fault, Infinity)
    fill('guest@example.com', QUESTION)
    press('Send')
    await waitUntil(() => alertsOf(element).length > 0, 'the reason')
    expect(alertsOf(element)).toEqual([message])
    expect([fieldOf(EMAIL).value, question().value]).toEqual(['guest@example.com', QUESTION])
    expect(sent()).toHaveLength(1)
    expect(toast()).toBe('')
  },
)

test('offline with refused storage, the inquiry form says that sending needs a connection', async () => {
  const { text, network, tab } = await openInquiryForm('guest', { isStorageRefused: true })
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('You are offline.'), 'the notice')
  expect(text()).toContain('You are offline. You need a connection to send this.')
  expect(text()).not.toContain('saved on this phone')
})

test('in a session that has lapsed the inquiry is a guest’s: the member’s address is not shown, and no token is sent', async () => {
  const { press, fill, network, peer, tab, toast } = await openInquiryForm('member')
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => fieldOf(EMAIL).value === '', 'the form of a guest')
  fill('guest@example.com', QUESTION)
  press('Send')
  await waitUntil(() => toast() === REGISTERED, REGISTERED)
  const request = network.receivedRequests.findLast(({ path }) => path.includes('insertInquiry'))
  expect([request?.token, request?.owner]).toEqual([null, null])
})

test('a form that is opened again shows its author what was typed before, and after a sign-out it is empty', async () => {
  const { fill, reopen, question, tab } = await openInquiryForm('member')
  fill('else@example.com', QUESTION)
  await reopen()
  expect([fieldOf(EMAIL).value, question().value]).toEqual(['else@example.com', QUESTION])
  const { session } = tab.runtime
  await session.signOut(true)
  await waitUntil(() => fieldOf(EMAIL).value === '', 'the form of a guest')
  expect(question().value).toBe('')
  expect(sessionStorage).toHaveLength(0)
})
