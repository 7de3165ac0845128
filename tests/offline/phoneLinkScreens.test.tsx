// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DRAFT_PREFIX } from '#data/drafts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { DeviceScreen } from '#routes/login/-parts/deviceScreen.tsx'
import { BindButton } from '#routes/myPage/-parts/bindButton.tsx'
import { alertsOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { disk, openSignedIn, openWithPeer, ownerOf, person } from './setup.ts'

/** Both screens of signing in on a phone from a computer (decision 0142). */

const SECRET = 'S'.repeat(43)
const LINK = { id: '0193a1b2-0000-7000-8000-00000000000a', secret: SECRET, expiresAt: Date.now() + 600_000 }
const NUMBERS = [12, 34, 56]
const progress = (state: string, numbers: number[] | null = null) =>
  answer(200, '200', { state, numbers, label: numbers && 'Safari · iPhone' })

const computer = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => {}, removeEventListener: () => {} }))
beforeEach(() => computer(true))
afterEach(() => vi.unstubAllGlobals())

/** Opens the button of a pass on a computer; `calls` collects the bodies that were sent. */
const openComputer = async () => {
  const opened = await openSignedIn()
  replaceRuntime(opened.tab.runtime)
  const screen = await mountScreen(<BindButton passUid={PASS.passUid} move={false} />)
  return { ...opened, screen }
}

test('a phone offers only to show the pass on itself', async () => {
  computer(false)
  const { screen } = await openComputer()
  expect(screen.text()).toBe('Show on this phone')
})

test('a computer offers first to put the pass on the phone, and second to show it here', async () => {
  const { screen } = await openComputer()
  expect([...screen.element.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
    'Put it on your phone',
    'Show it on this computer instead',
  ])
})

test('the dialog asks for the password where the sign-in is old, then shows a QR code', async () => {
  const { screen, network } = await openComputer()
  const bodies: unknown[] = []
  network.fault(
    /POST .*phone-link$/,
    async (request) => {
      bodies.push(await request.clone().json())
      return bodies.length === 1 ? answer(200, 'E_LINK_PROOF', null) : answer(200, '200', LINK)
    },
    Infinity,
  )
  network.fault(/GET .*phone-link/, async () => progress('offered'), Infinity)
  screen.press('Put it on your phone')
  await waitUntil(() => screen.element.querySelector('input[type=password]') !== null, 'the field of the password')
  expect(screen.element.querySelector('[data-qr]')).toBeNull()
  type(screen.element.querySelector('input[type=password]'), 'right')
  screen.press('Continue')
  await waitUntil(() => screen.element.querySelector('[data-qr]') !== null, 'the QR code')
  expect(bodies).toEqual([{ passUid: PASS.passUid }, { passUid: PASS.passUid, password: 'right' }])
})

test('the dialog leads a member without a password to a first one by mail', async () => {
  const { screen, network } = await openComputer()
  network.fault(/GET .*my-info/, async () => answer(200, '200', { passwordYn: 'N' }), Infinity)
  network.fault(/POST .*phone-link$/, async () => answer(200, 'E_LINK_PROOF', null), Infinity)
  screen.press('Put it on your phone')
  await waitUntil(() => screen.links('Get your first password by email').length > 0, 'the way on')
  expect(screen.links('Get your first password by email')).toEqual(['/login/findPw01'])
  expect(screen.text()).toContain('so you do not have a Harbor Pass password')
  expect(screen.element.querySelector('input[type=password]')).toBeNull()
  expect(screen.button('Continue')).toBeUndefined()
})

test('the dialog sends the chosen number, and offers a new code after a wrong one', async () => {
  const { screen, network } = await openComputer()
  network.fault(/POST .*phone-link$/, async () => answer(200, '200', LINK), Infinity)
  network.fault(/GET .*phone-link/, async () => progress('claimed', NUMBERS), Infinity)
  const chosen: unknown[] = []
  network.fault(
    /POST .*confirm$/,
    async (request) => {
      chosen.push(await request.clone().json())
      return progress('over')
    },
    Infinity,
  )
  screen.press('Put it on your phone')
  await waitUntil(() => screen.button('34') !== undefined, 'the numbers')
  expect(screen.text()).toContain('Safari · iPhone has scanned the code.')
  screen.press('34')
  await waitUntil(() => screen.button('New code') !== undefined, 'the way to a new code')
  expect(chosen).toEqual([{ number: 34 }])
})

test('without an answer to the chosen number or to a new code the dialog says why, and the pressed button keeps the focus', async () => {
  const { screen, network } = await openComputer()
  network.fault(/POST .*phone-link$/, async () => answer(200, '200', LINK))
  network.fault(/POST .*phone-link$/, async () => answer(503, 'E_UNAVAILABLE'))
  network.fault(/GET .*phone-link/, async () => progress('claimed', NUMBERS), Infinity)
  const line = Promise.withResolvers<void>()
  network.fault(/POST .*confirm$/, async () => {
    await line.promise
    return answer(503, 'E_UNAVAILABLE')
  })
  network.fault(/POST .*confirm$/, async () => progress('over'))
  const failures = () => alertsOf(screen.element).filter((text) => text.includes('The service is not available'))
  screen.press('Put it on your phone')
  await waitUntil(() => screen.button('34') !== undefined, 'the numbers')
  screen.button('34')?.focus()
  screen.press('34')
  await waitUntil(() => screen.button('34')?.getAttribute('aria-disabled') === 'true', 'the request')
  expect(document.activeElement).toBe(screen.button('34'))
  line.resolve()
  await waitUntil(() => failures().length === 1, 'the failure of the choice')
  expect(document.activeElement).toBe(screen.button('34'))
  screen.press('34')
  await waitUntil(() => screen.button('New code') !== undefined, 'the way to a new code')
  expect(failures()).toEqual([])
  screen.press('New code')
  await waitUntil(() => failures().length === 1, 'the failure of the new code')
  expect(screen.button('New code')).toBeDefined()
})

/** Opens the address of a QR code on a phone. */
const openPhone = async (isSignedIn: boolean) => {
  computer(false)
  const signedIn = isSignedIn ? await openSignedIn() : null
  const opened = signedIn ?? openWithPeer()
  const tab = signedIn?.tab ?? (await opened.browser.tab())
  replaceRuntime(tab.runtime)
  const claimed = (ownYn: 'Y' | 'N') =>
    opened.network.fault(
      /POST .*phone-link\/claim/,
      async () => answer(200, '200', { number: 34, expiresAt: LINK.expiresAt, ownYn }),
      Infinity,
    )
  let opens = 0
  let opening: { waitingYn: string; session: unknown; passUid: null } = {
    waitingYn: 'Y',
    session: null,
    passUid: null,
  }
  opened.network.fault(
    /POST .*phone-link\/open/,
    async () => {
      opens += 1
      return answer(200, '200', opening)
    },
    Infinity,
  )
  return {
    ...opened,
    tab,
    claimed,
    opens: () => opens,
    /** From now on the computer has confirmed the number: the phone gets a session of this member. */
    confirm: async (id: string) => {
      const body = JSON.stringify({ id, password: 'right' })
      const response = await opened.peer.handler(
        new Request('http://phone.test/api/v1/account/login', { method: 'POST', body }),
      )
      const { data } = (await response.json()) as { data: unknown }
      opening = { waitingYn: 'N', session: data, passUid: null }
    },
    show: () => mountScreen(<DeviceScreen />, `/login/device#${SECRET}`),
  }
}

test('the phone shows its number while the computer has not confirmed it, and hides the secret', async () => {
  const { claimed, show, opens } = await openPhone(false)
  claimed('N')
  const screen = await show()
  await waitUntil(() => screen.element.querySelector('[data-number]')?.textContent === '34', 'the number')
  await waitUntil(() => !screen.address().includes(SECRET), 'the address without the secret')
  await waitUntil(() => opens() > 0, 'the question whether it was confirmed')
})

test('a phone of another member asks before it goes on', async () => {
  const { claimed, show, opens } = await openPhone(true)
  claimed('N')
  const screen = await show()
  await waitUntil(() => screen.button('Switch accounts') !== undefined, 'the question')
  expect(screen.text()).toContain('mina@example.com')
  expect(opens()).toBe(0)
  screen.press('Switch accounts')
  await waitUntil(() => opens() > 0, 'the sign-in')
})

test('switching accounts keeps what the former member has queued, and deletes the drafts', async () => {
  const { claimed, show, confirm, network, tab, browser } = await openPhone(true)
  claimed('N')
  network.fault(/insertInquiry/, 'drop', Infinity)
  expect(await person(tab).inquire('Where is the exchange desk?')).toMatchObject({ ok: true })
  sessionStorage.setItem(`${DRAFT_PREFIX}inquiry`, '{"content":"Half a question"}')
  await confirm('joon')
  const screen = await show()
  await waitUntil(() => screen.button('Switch accounts') !== undefined, 'the question')
  screen.press('Switch accounts')
  await waitUntil(() => ownerOf(tab) === 'member joon', 'the session of Joon')
  expect((await disk(browser, 'mina')).outbox).toHaveLength(1)
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX))).toEqual([])
})

test('a phone of the same member does not ask', async () => {
  const { claimed, show } = await openPhone(true)
  claimed('Y')
  const screen = await show()
  await waitUntil(() => screen.element.querySelector('[data-number]')?.textContent === '34', 'the number')
})

test('after a used code the screen says that it no longer works, and links to the sign-in with the password', async () => {
  const { network, show } = await openPhone(false)
  network.fault(/POST .*phone-link\/claim/, async () => answer(200, 'E_LINK', null), Infinity)
  const screen = await show()
  await waitUntil(() => screen.text().includes('This QR code no longer works'), 'the refusal')
  expect(screen.links('Sign in with your password instead')).toEqual(['/login?returnTo=%2FmyPage%2FmyPass'])
})
