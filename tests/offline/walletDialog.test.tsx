// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { WALLETS } from '#contract/codes.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { PassCard } from '#routes/myPage/-parts/passCard.tsx'
import { fitsDevice } from '#routes/myPage/-parts/wallet/fitsDevice.ts'
import { WalletDialog } from '#routes/myPage/-parts/wallet/walletDialog.tsx'
import { bodiesOf, errorOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openSignedIn } from './setup.ts'

/** The way of a pass into Apple Wallet and Google Wallet (decision 0339). */

const ADD = /POST .*myPass\/wallet$/
const END = /POST .*myPass\/wallet\/end/
const FILE = '/api/wallet/x/1/y.pkpass'
const ADDED_AT = Date.UTC(2026, 10, 21, 3)
const BOUND = {
  ...PASS,
  validUntil: Date.UTC(2031, 0, 1),
  deviceUid: 'device-ours',
  naming: null,
  gift: null,
  hasCode: false,
}

const open = async (pass: Partial<typeof BOUND> | { deviceUid: null } = {}, addedAt: number | null = null) => {
  const opened = await openSignedIn()
  const { network, tab } = opened
  network.fault(/GET .*my-info/, async () => answer(200, '200', { passwordYn: 'Y' }), Infinity)
  replaceRuntime(tab.runtime)
  const addresses: string[] = []
  const screen = await mountScreen(
    <WalletDialog
      open
      onClose={() => undefined}
      pass={{ ...BOUND, ...pass }}
      offered={{ wallet: 'apple', addedAt }}
      onAddress={(address) => addresses.push(address)}
    />,
  )
  return { ...opened, ...screen, addresses, sent: () => bodiesOf(network, ADD) }
}

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', ['apple']],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', ['apple']],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', ['google']],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', ['apple', 'google']],
])('a device that calls itself %s is offered %j', (userAgent, fitting) => {
  expect(WALLETS.filter((wallet) => fitsDevice(wallet, userAgent))).toEqual(fitting)
})

test.each([
  ['offers the apps of the operator', {}, ['Add to Apple Wallet', 'Add to Google Wallet']],
  [
    'names the app that has it',
    { wallets: [{ wallet: 'google' as const, addedAt: ADDED_AT }] },
    ['Your copy in Google Wallet'],
  ],
  ['offers nothing where the operator has no certificates', { wallets: undefined }, []],
  ['in a gift offers nothing', { gift: 'given' as const }, []],
  ['in a refund request offers nothing', { refundRequestedYn: 'Y' as const }, []],
  ['that is over offers nothing', { state: 'expired' as const }, []],
])('the card of a pass that %s', async (_what, change, labels) => {
  const { tab } = await openSignedIn()
  replaceRuntime(tab.runtime)
  const wallets = WALLETS.map((wallet) => ({ wallet, addedAt: null }))
  const pass = { ...BOUND, wallets, ...change }
  const { button, element } = await mountScreen(<PassCard pass={pass} deviceUid="device-ours" isOwn />)
  if (labels.length > 0) await waitUntil(() => button(labels[0] ?? '') !== undefined, 'the button')
  const texts = [...element.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(texts.filter((text) => /Wallet/.test(text))).toEqual(labels)
})

test('the dialog says what the copy is, takes the password, and opens the address', async () => {
  const { press, network, sent, addresses, text, element } = await open()
  expect(text()).toContain('The copy only works at a gate that has a connection. Staff will compare the name')
  expect(text()).toContain('Your live code stays in My Pass and works offline once your pass is set up on a phone.')
  expect(text()).toContain('or sign this device out.')
  network.fault(ADD, async () => answer(200, '200', { url: FILE }))
  type(fieldOf('Password'), 'right')
  press('Add to Apple Wallet')
  await waitUntil(() => addresses.length > 0, 'the address')
  expect(sent()).toEqual([{ passUid: PASS.passUid, wallet: 'apple', password: 'right' }])
  expect(addresses).toEqual([FILE])
  await waitUntil(() => element.querySelector('a') !== null, 'the link')
  expect(element.querySelector('a')?.getAttribute('href')).toBe(FILE)
})

test('a wrong password is refused at its field, and the typed text stays', async () => {
  const { press, network, addresses } = await open()
  network.fault(ADD, async () => answer(200, 'E_PASSWORD_MISMATCH'))
  type(fieldOf('Password'), 'wrong')
  press('Add to Apple Wallet')
  await waitUntil(() => errorOf('Password') !== null, 'the refusal')
  expect([fieldOf('Password').value, addresses]).toEqual(['wrong', []])
})

test('an address of another scheme is not opened', async () => {
  const { press, network, addresses } = await open()
  network.fault(ADD, async () => answer(200, '200', { url: 'javascript:alert(1)' }))
  type(fieldOf('Password'), 'right')
  press('Add to Apple Wallet')
  await waitUntil(() => errorOf('Password') !== null, 'the refusal')
  expect(addresses).toEqual([])
})

test('a pass that no phone shows takes no proof, and takes one when it was set up meanwhile', async () => {
  const { press, network, sent, text, addresses } = await open({ deviceUid: null })
  network.fault(ADD, async () => answer(200, 'E_PASS_ELSEWHERE'))
  press('Add to Apple Wallet')
  await waitUntil(() => text().includes('Enter your password'), 'the password')
  network.fault(ADD, async () => answer(200, '200', { url: FILE }))
  type(fieldOf('Password'), 'right')
  press('Add to Apple Wallet')
  await waitUntil(() => addresses.length > 0, 'the address')
  expect(sent()).toEqual([
    { passUid: PASS.passUid, wallet: 'apple' },
    { passUid: PASS.passUid, wallet: 'apple', password: 'right' },
  ])
})

test('a copy is named with its day, can be added again, and stopped', async () => {
  const { press, network, text, button, element } = await open({}, ADDED_AT)
  expect(text()).toContain('Added to Apple Wallet on 21 November 2026')
  expect(text()).toContain('If you add it again, the earlier copy stops working.')
  expect(button('Add it again')).toBeDefined()
  network.fault(END, async () => answer(429, 'E_THROTTLED'))
  press('Turn off this copy')
  await waitUntil(() => element.querySelector('p[role=alert]') !== null, 'the refusal')
  network.fault(END, async () => answer(200, '200', { passUid: PASS.passUid, wallet: 'apple' }))
  press('Turn off this copy')
  await waitUntil(() => bodiesOf(network, END).length === 2, 'the second request')
  await waitUntil(() => element.querySelector('p[role=alert]') === null, 'no refusal')
  expect(bodiesOf(network, END)).toEqual([
    { passUid: PASS.passUid, wallet: 'apple' },
    { passUid: PASS.passUid, wallet: 'apple' },
  ])
})

test('offline the dialog says that it needs a connection, and asks for nothing', async () => {
  const { network, tab, text, button, sent } = await open({}, ADDED_AT)
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('You need a connection to add your pass to Apple Wallet.'), 'the reason')
  expect([button('Add it again')?.disabled, button('Turn off this copy')?.disabled]).toEqual([true, true])
  expect(sent()).toEqual([])
})
