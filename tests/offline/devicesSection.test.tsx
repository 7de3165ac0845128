// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { DevicesSection } from '#routes/setting/-parts/devicesSection.tsx'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { bodiesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { dbOf, openSignedIn } from './setup.ts'

/** The settings list where the member is signed in, and sign other devices out (decision 0306). */

const LIST = /GET .*account\/session\/list/
const END = /DELETE .*account\/session\//
const END_OTHERS = /POST .*account\/session\/sign-out-everywhere/
const PHONE = '0193a1b2-0000-7000-8000-000000000001'
const TABLET = '0193a1b2-0000-7000-8000-000000000002'
const THIS = '0193a1b2-0000-7000-8000-000000000003'

beforeEach(() => showToast(null))

function ToastText() {
  return useVisibleToast()?.text
}

/** Opens the section with a phone that shows two passes, a tablet of which nothing is known, and this device. */
const open = async ({ offline = false } = {}) => {
  const opened = await openSignedIn()
  const { network, clock, tab } = opened
  const startedAt = clock.wall()
  const row = { startedAt, seenAt: startedAt, expiresAt: startedAt + 1, current: false, currentYn: 'N' }
  let rows = [
    { ...row, id: PHONE, label: 'Chrome · Android', passes: 2 },
    { ...row, id: TABLET, label: null, passes: null },
    { ...row, id: THIS, label: 'Firefox · Mac', passes: 0, current: true, currentYn: 'Y' },
  ]
  network.fault(LIST, async () => answer(200, '200', { list: rows }), Infinity)
  const keepOnly = (ids: string[]) => (rows = rows.filter(({ id }) => ids.includes(id)))
  if (offline) {
    network.down(true)
    await tab.runtime.online.probe()
  }
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<DevicesSection />)
  const toast = await mountScreen(<ToastText />)
  const sent = (method: string) => network.sentRequests.filter((request) => request.method === method)
  const rowTexts = () => [...screen.element.querySelectorAll('li')].map(({ textContent }) => textContent)
  return { ...opened, ...screen, toast, keepOnly, sent, rowTexts }
}
const dialogOf = (element: HTMLElement) => element.querySelector('dialog[open]') as HTMLElement
const confirm = (element: HTMLElement) =>
  [...dialogOf(element).querySelectorAll('button')].find(({ textContent }) => textContent === 'Sign out')?.click()

test('without a connection the section says so, and shows no list and no button', async () => {
  const { text, element } = await open({ offline: true })
  await waitUntil(() => text().includes('You need a connection'), 'the reason')
  expect(element.querySelectorAll('li')).toHaveLength(0)
  expect([...element.querySelectorAll('button')].filter((one) => !one.closest('dialog'))).toEqual([])
})

test('a refused sign-out is said in the dialog, and the device stays listed', async () => {
  const { press, element, network, rowTexts } = await open()
  await waitUntil(() => rowTexts().length === 3, 'the list')
  network.fault(END, async () => answer(429, 'E_THROTTLED'))
  press('Sign out Chrome on Android')
  confirm(element)
  await waitUntil(() => dialogOf(element).querySelector('[role=alert]') !== null, 'the refusal')
  expect(rowTexts()).toHaveLength(3)
})

test('the list marks this device, puts it first, and names the others with their passes', async () => {
  const { rowTexts, button } = await open()
  await waitUntil(() => rowTexts().length === 3, 'the list')
  const [first, second, third] = rowTexts()
  expect(first).toMatch(/^Firefox on Mac This device/)
  expect(first).not.toContain('Last used')
  expect(second).toMatch(/^Chrome on Android .*Last used .*2 mobile passes are set up on it/)
  expect(third).toMatch(/^Unknown device/)
  expect(third).not.toContain('set up on it')
  expect(button('Sign out Firefox on Mac')).toBeUndefined()
})

test('the confirmation says that the passes stop working; one request ends that session, and the list is read again', async () => {
  const { press, element, network, rowTexts, keepOnly, sent, toast } = await open()
  await waitUntil(() => rowTexts().length === 3, 'the list')
  press('Sign out Chrome on Android')
  expect(dialogOf(element).textContent).toContain('Passes set up on it will stop working.')
  expect(sent('DELETE')).toHaveLength(0)
  network.fault(END, async () => {
    keepOnly([TABLET, THIS])
    return answer(200, '200', null)
  })
  confirm(element)
  await waitUntil(() => rowTexts().length === 2, 'the list without the phone')
  expect(sent('DELETE').map(({ path }) => path)).toEqual([`/account/session/${PHONE}`])
  expect(toast.text()).toBe('Chrome on Android has been signed out.')
})

test('a session that ended meanwhile counts as signed out; of unknown passes the confirmation says so', async () => {
  const { press, element, network, rowTexts, keepOnly } = await open()
  await waitUntil(() => rowTexts().length === 3, 'the list')
  press('Sign out Unknown device')
  expect(dialogOf(element).textContent).toContain('We do not know whether passes are set up on it.')
  network.fault(END, async () => {
    keepOnly([PHONE, THIS])
    return answer(200, 'E_NOT_FOUND')
  })
  confirm(element)
  await waitUntil(() => rowTexts().length === 2, 'the list without the tablet')
})

test('all other devices are signed out by one request, which names this phone', async () => {
  const { press, element, network, rowTexts, keepOnly, text, tab } = await open()
  await waitUntil(() => rowTexts().length === 3, 'the list')
  await waitUntil(async () => (await dbOf(tab).read('device')) !== undefined, 'the registration')
  press('Sign out all other devices')
  expect(dialogOf(element).textContent).toContain(
    'Passes on this device are not affected, but all copies in wallet apps will stop working.',
  )
  network.fault(END_OTHERS, async () => {
    keepOnly([THIS])
    return answer(200, '200', { ended: 2 })
  })
  confirm(element)
  await waitUntil(() => rowTexts().length === 1, 'the list of this device')
  expect(bodiesOf(network, END_OTHERS)).toEqual([{ deviceUid: 'device-of-mina' }])
  expect(text()).not.toContain('Sign out all other devices')
})
