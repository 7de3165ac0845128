// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { InsertPassScreen } from '#routes/myPage/-parts/card/insertPassScreen.tsx'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { errorOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openSignedIn } from './setup.ts'

/** The registration of a card pass (spec 2.61, 5.10, 8.15–8.17). */

beforeEach(() => showToast(null))

const CALL = /GET .*pass\/insert/
const NUMBER = 'Card number'
const BUTTON = 'Register this card'
const VALID = '9990000000010002'
const CHECK = 'Check your card number. Enter the 16 digits exactly as printed on the card.'
const FORMAT = 'The card number is not valid. Please reconfirm your card number.'
const TAKEN = 'The card number is already in use or invalid. Check the number, or contact us.'
const REGISTERED = {
  passUid: PASS.passUid,
  gdsUid: 'pass-48h-card',
  passType: '48H',
  cardNum: '0002',
  registeredAt: 0,
  validUntil: 0,
}

function Toast() {
  return <output>{useVisibleToast()?.text}</output>
}

const open = async () => {
  const opened = await openSignedIn()
  replaceRuntime(opened.tab.runtime)
  const screen = await mountScreen(
    <>
      <InsertPassScreen />
      <Toast />
    </>,
    '/myPage/insertPass',
  )
  await waitUntil(() => screen.button(BUTTON) !== undefined, 'the form')
  const sent = () =>
    opened.network.sentRequests
      .filter(({ method, path }) => CALL.test(`${method} ${path}`))
      .map(({ path }) => Object.fromEntries(new URL(path, 'http://phone.test').searchParams))
  return { ...opened, ...screen, sent, toast: () => screen.element.querySelector('output')?.textContent }
}

test('a number is grouped as the card prints it while it is typed', async () => {
  await open()
  type(fieldOf(NUMBER), '99900')
  expect(fieldOf(NUMBER).value).toBe('9990 0')
  type(fieldOf(NUMBER), '9990-0000 0001 0002')
  expect(fieldOf(NUMBER).value).toBe('9990 0000 0001 0002')
})

test.each([
  ['nothing', '', CHECK],
  ['15 digits', '999000000001000', CHECK],
  ['a wrong check digit', '9990000000010003', CHECK],
  ['letters', 'my card', CHECK],
  ['the 12 digits of the transit company', '101023456789', FORMAT],
])('%s is refused at the field, which gets the focus, and nothing is sent', async (_what, typed, message) => {
  const { press, sent } = await open()
  type(fieldOf(NUMBER), typed)
  press(BUTTON)
  await waitUntil(() => document.activeElement === fieldOf(NUMBER), 'the focus')
  expect(errorOf(NUMBER)).toBe(message)
  expect(fieldOf(NUMBER).value.replaceAll(' ', '')).toBe(typed.replaceAll(' ', ''))
  expect(sent()).toEqual([])
})

test('a card that somebody else has registered is refused at the field, and the number stays', async () => {
  const { press, network } = await open()
  network.fault(CALL, async () => answer(200, 'E_CARD_TAKEN'))
  type(fieldOf(NUMBER), VALID)
  press(BUTTON)
  await waitUntil(() => errorOf(NUMBER) !== null, 'the refusal')
  expect(errorOf(NUMBER)).toBe(TAKEN)
  expect(fieldOf(NUMBER).value).toBe('9990 0000 0001 0002')
  expect(document.activeElement).toBe(fieldOf(NUMBER))
})

test('too many wrong numbers are refused above the form, not at the field', async () => {
  const { press, network, element } = await open()
  network.fault(CALL, async () => answer(429, 'E_THROTTLED', null, { 'retry-after': '600' }))
  type(fieldOf(NUMBER), VALID)
  press(BUTTON)
  await waitUntil(() => element.querySelector('form [role=alert]') !== null, 'the refusal')
  expect(errorOf(NUMBER)).toBeNull()
  expect(fieldOf(NUMBER).value).toBe('9990 0000 0001 0002')
})

test('a registered card is sent once, pulled with its pass, and shown on My Pass', async () => {
  const { press, network, sent, address, toast, peer, tab } = await open()
  network.fault(
    CALL,
    async () => {
      peer.passes.set('mina', [{ ...PASS, medium: 'card' }])
      return answer(200, '200', REGISTERED)
    },
    Infinity,
  )
  type(fieldOf(NUMBER), VALID)
  press(BUTTON)
  press(BUTTON)
  await waitUntil(() => address() === '/myPage/myPass', 'My Pass')
  expect(sent()).toEqual([{ cardNum: '9990 0000 0001 0002', isQrcode: 'N' }])
  expect(toast()).toBe('Pass registered')
  const state = tab.runtime.session.state.get()
  const home = 'home' in state ? state.home : null
  expect((await home?.db.passes.toArray())?.map(({ passUid }) => passUid)).toEqual([PASS.passUid])
})

test('offline the form says why it cannot register, and keeps what was typed', async () => {
  const { network, tab, text, button } = await open()
  type(fieldOf(NUMBER), VALID)
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('You need a connection to register a card.'), 'the reason')
  expect(button(BUTTON)?.disabled).toBe(true)
  expect(fieldOf(NUMBER).value).toBe('9990 0000 0001 0002')
})

test.each([
  ['is denied', 'NotAllowedError', 'Harbor Pass cannot use the camera.'],
  ['is absent', 'NotFoundError', 'No camera was found. Type the number on the card instead.'],
])('a camera that %s is explained, and the dialog offers to type the number', async (_what, name, reason) => {
  const getUserMedia = () => Promise.reject(new DOMException('', name))
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  vi.stubGlobal('BarcodeDetector', { getSupportedFormats: () => Promise.resolve(['qr_code']) })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
  const { press, element, text } = await open()
  press('Scan the QR code on the card')
  await waitUntil(() => text().includes(reason), 'the reason')
  expect(element.querySelector('dialog [role=alert]')?.textContent).toContain(reason)
  press('Type the number instead')
  await waitUntil(() => element.querySelector('dialog[open]') === null, 'the closed dialog')
})

test('in a lapsed session the screen asks to sign in, and shows no form', async () => {
  const { peer, tab, text, button } = await open()
  peer.expire(true)
  await tab.runtime.pulls.pull('passes', true)
  await waitUntil(() => text().includes('You were signed out. Sign in to continue.'), 'the request to sign in')
  expect(button(BUTTON)).toBeUndefined()
})
