// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { forgetDrafts } from '#data/drafts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GiftForm } from '#routes/myPage/-parts/gift/giftForm.tsx'
import { bodiesOf, errorOf, fieldOf, waitForEarlierRequests } from '../harness/formState.ts'
import { answer, type Fault } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { GIFT, PASS } from './fixtures.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** Enter in the confirmation of a gift, whose pass another phone shows, does what its last button does. */

beforeEach(forgetDrafts)

const SENT = /POST .*gift\/insert/
const MAIL = /POST .*cert\/send-mail/
const EMAIL = 'Recipient’s email address'
const SEND = 'Send as a gift'
const BOUND = { ...PASS, deviceUid: '0193a1b2-0000-7000-8000-0000000000ff' }

/** The question before a gift to Bob is sent, which the server answers as `sent` does. */
const openQuestion = async (sent: Fault = async () => answer(200, '200', GIFT)) => {
  const { browser, network, peer } = openWithPeer()
  peer.passes.set('mina', [BOUND])
  network.fault(SENT, sent, Infinity)
  const tab = await browser.tab()
  network.fault(
    MAIL,
    async () => {
      const now = tab.runtime.clock.now()
      return answer(200, '200', { expiresAt: now + 10 * MINUTE_MS, resendAt: now + MINUTE_MS })
    },
    Infinity,
  )
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(
    <GiftForm
      by="member"
      onBy={() => undefined}
      passes={[BOUND]}
      deviceUid={null}
      chosen={undefined}
      own="mina@example.com"
    />,
  )
  let submits = 0
  screen.element.querySelector('form')?.addEventListener('submit', () => {
    submits += 1
  })
  type(fieldOf(EMAIL), 'bob@example.com')
  screen.press(SEND)
  const dialog = () => screen.element.querySelector('dialog[open]')
  await waitUntil(() => dialog() !== null, 'the question')
  const last = () => [...(dialog()?.querySelectorAll('button') ?? [])].at(-1)
  return {
    ...screen,
    dialog,
    last,
    /** Presses Enter in the field with this label, `times` times before anything is answered. */
    enter: (label: string, times = 1, isComposing = false) => {
      for (let nth = 0; nth < times; nth += 1) {
        const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing })
        flushSync(() => fieldOf(label).dispatchEvent(event))
        // Otherwise the browser would submit the form around the dialog, which asks again.
        expect(event.defaultPrevented).toBe(!isComposing)
      }
    },
    /** Submits of the form around the dialog since it was opened by the first one. */
    submits: () => submits - 1,
    sent: () => bodiesOf(network, SENT),
    mails: () => bodiesOf(network, MAIL),
    settled: () => waitForEarlierRequests(tab),
  }
}

test('in the password it sends the gift once, however often it is pressed, and submits no form', async () => {
  const { enter, sent, submits, address, settled } = await openQuestion()
  type(fieldOf('Password'), 'right')
  enter('Password', 3)
  await waitUntil(() => address() === '/myPage/gift?type=sent', 'the list of gifts')
  await settled()
  expect(sent()).toEqual([{ passUid: BOUND.passUid, id: 'bob@example.com', password: 'right' }])
  expect(submits()).toBe(0)
})

test('that ends the composition of a character sends nothing', async () => {
  const { enter, sent, dialog, last, settled } = await openQuestion()
  type(fieldOf('Password'), 'right')
  enter('Password', 1, true)
  expect(last()?.hasAttribute('aria-busy')).toBe(false)
  await settled()
  expect(sent()).toEqual([])
  expect(dialog()).not.toBeNull()
})

test('after a refusal it sends what is typed then, and the question stays open until it is accepted', async () => {
  let isRight = false
  const { enter, sent, text, address } = await openQuestion(async () =>
    isRight ? answer(200, '200', GIFT) : answer(200, 'E_PASSWORD'),
  )
  type(fieldOf('Password'), 'wrong')
  enter('Password')
  await waitUntil(() => errorOf('Password') !== null, 'the refusal')
  expect(text()).toContain('Send this pass?')
  isRight = true
  type(fieldOf('Password'), 'right')
  enter('Password')
  await waitUntil(() => address() === '/myPage/gift?type=sent', 'the list of gifts')
  expect(sent()).toMatchObject([{ password: 'wrong' }, { password: 'right' }])
})

test('in the mailed code it sends the gift with a whole code and names one that is not, without another mail', async () => {
  const { press, enter, sent, mails, last, submits, address, settled } = await openQuestion()
  press('Use an emailed code instead')
  await waitUntil(() => document.querySelector('[autocomplete=one-time-code]') !== null, 'the field')
  expect(last()?.textContent).toBe(SEND)
  type(fieldOf('Verification code'), '123')
  enter('Verification code', 2)
  expect(errorOf('Verification code')).not.toBeNull()
  await settled()
  expect(sent()).toEqual([])
  type(fieldOf('Verification code'), '123456')
  enter('Verification code', 2)
  await waitUntil(() => address() === '/myPage/gift?type=sent', 'the list of gifts')
  await settled()
  expect(sent()).toEqual([{ passUid: BOUND.passUid, id: 'bob@example.com', code: '123456' }])
  expect(mails()).toHaveLength(1)
  expect(submits()).toBe(0)
})
