// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { MyPassScreen } from '#routes/myPage/-parts/myPassScreen.tsx'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { certifiedPass, PASS } from './fixtures.ts'
import { dbOf, openSignedIn, waitForCode } from './setup.ts'

/** An entry that comes to the mirror while My Pass shows. */

type Entry = MyPass['admissions'][number]

function Message() {
  return <output>{useVisibleToast()?.text}</output>
}

/** jsdom scrolls nothing. */
Element.prototype.scrollTo = () => undefined

const setVisibility = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => {
  showToast(null)
  setVisibility('visible')
  Reflect.deleteProperty(navigator, 'vibrate')
})

const SECOND_UID = '0193a1b2-0000-7000-8000-000000000007'

/**
 * Opens My Pass with a pass that is bound to this phone, or to another one; with `next`, with a second one, which `set`
 * changes too.
 */
const openPass = async (change: Partial<MyPass> = {}, next?: Partial<MyPass>) => {
  const opened = await openSignedIn()
  const { peer, tab, clock } = opened
  const vibrate = vi.fn(() => true)
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: vibrate })
  const pass = { ...certifiedPass(1, clock.wall()), ...change }
  const second = next && { ...certifiedPass(2, clock.wall()), passUid: SECOND_UID, purchasedAt: -1, ...next }
  peer.passes.set('mina', [pass, ...(second ? [second] : [])])
  await tab.runtime.bind({ passUid: PASS.passUid })
  if (second) await waitForCode(tab, SECOND_UID)
  if (pass.deviceUid === 'device-of-mina') await waitForCode(tab, PASS.passUid)
  await tab.runtime.pulls.pull('passes', true)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(
    <>
      <MyPassScreen />
      <Message />
    </>,
    ['/home', '/myPage/myPass'],
  )
  await waitUntil(() => screen.element.querySelector('article') !== null, 'the card')
  /** Changes the pass, and the second one, at the server, and pulls them. */
  const set = async (nextPass: Partial<MyPass>, nextSecond: Partial<MyPass> = {}) => {
    const next = [{ ...pass, ...nextPass }, ...(second ? [{ ...second, ...nextSecond }] : [])]
    peer.passes.set('mina', next)
    // A pull under way may have asked before the change, and would be joined.
    await waitUntil(async () => {
      await tab.runtime.pulls.pull('passes', true)
      const rows = await dbOf(tab).passes.toArray()
      return next.every(({ passUid, admissions }) => {
        const stored = rows.find((row) => row.pass.passUid === passUid)
        return JSON.stringify(stored?.pass.admissions) === JSON.stringify(admissions)
      })
    }, 'the pass')
  }
  const entry = (name: string, at = clock.wall()): Entry => ({
    gdsUid: name.toLowerCase(),
    name,
    scene: 'tower',
    group: null,
    at,
  })
  const running = (at: number) => ({ state: 'in_use', activatedAt: at, expiresAt: at + 48 * HOUR_MS }) as const
  return {
    ...opened,
    screen,
    set,
    entry,
    running,
    vibrate,
    message: () => screen.element.querySelector('output')?.textContent ?? '',
    dialog: () => screen.element.querySelector('dialog[open]'),
    /** Enlarges the code of the second pass, which is bound to this phone too. */
    enlargeSecond: async () => {
      const code = () => screen.element.querySelector<HTMLElement>(`[data-pass="${SECOND_UID}"] [data-live]`)
      await waitUntil(() => code() !== null, 'the second code')
      flushSync(() => code()?.click())
      await waitUntil(() => screen.element.querySelector('dialog[open]') !== null, 'the dialog')
    },
    stamps: () => screen.element.querySelectorAll('[data-landed]').length,
    landed: () => screen.element.querySelectorAll('[data-landed="true"]').length,
    started: () => screen.element.querySelector('[data-started="true"]') !== null,
  }
}

test('a first entry lands, starts the countdown, shakes the phone, and is announced with the time left (L20, L21)', async () => {
  const { set, entry, running, clock, screen, landed, started, message, vibrate } = await openPass()
  expect(screen.text()).toContain('Starts with your first entry')
  clock.advance(5 * SECOND_MS)
  const at = clock.wall() - SECOND_MS
  await set({ ...running(at), admissions: [entry('Busan Tower', at)] })
  await waitUntil(() => message() !== '', 'the message')
  expect(message()).toBe('Welcome to Busan Tower · 1 d 23 h left')
  expect([landed(), started()]).toEqual([1, true])
  expect(screen.text()).not.toContain('Starts with your first entry')
  expect(vibrate).toHaveBeenCalledTimes(1)

  clock.advance(HOUR_MS)
  await set({ ...running(at), admissions: [entry('Aquarium'), entry('Busan Tower', at)] })
  await waitUntil(() => message().includes('Aquarium'), 'the second message')
  expect([landed(), started()]).toEqual([1, false])
})

test('an entry of a counted pass is announced with the entries left, and the last one as the last (L21)', async () => {
  const { set, entry, running, clock, message } = await openPass({ passType: 'Big3' })
  const used = (a: number, b: number) => ({ A: { total: 1, used: a }, B: { total: 2, used: b } })
  const at = clock.wall()
  const [first, second, third] = [entry('Temple', at), entry('Tower', at + 1), entry('Museum', at + 2)]
  const steps: [Partial<MyPass>, string][] = [
    [{ allowance: used(1, 0), admissions: [first] }, 'Welcome to Temple · 2 entries left'],
    [{ allowance: used(1, 1), admissions: [second, first] }, 'Welcome to Tower · 1 entry left'],
    [
      { allowance: used(1, 2), admissions: [third, second, first], state: 'used', certificate: null },
      'Welcome to Museum · that was your last entry',
    ],
  ]
  for (const [change, text] of steps) {
    await set({ ...running(at), ...change })
    await waitUntil(() => message() === text, text)
  }
})

test('the stamp of an undone entry disappears, and the screen says so without shaking the phone (L22)', async () => {
  const { set, entry, running, clock, stamps, message, screen, vibrate } = await openPass()
  const at = clock.wall()
  await set({ ...running(at), admissions: [entry('Busan Tower', at)] })
  await waitUntil(() => stamps() === 1 && message() !== '', 'the stamp')
  await set({ state: 'unused', activatedAt: null, expiresAt: null, admissions: [] })
  await waitUntil(() => message() === 'Your entry to Busan Tower was undone. It no longer counts.', 'the message')
  expect(stamps()).toBe(0)
  expect(screen.text()).toContain('Starts with your first entry')
  expect(vibrate).toHaveBeenCalledTimes(1)
})

test('entries from before the screen opened, at the first load too, appear without an announcement (L20)', async () => {
  const { set, entry, running, clock, stamps, landed, message, vibrate } = await openPass()
  const at = clock.wall() - 10 * MINUTE_MS
  await set({ ...running(at), admissions: [entry('Busan Tower', at)] })
  await waitUntil(() => stamps() === 1, 'the stamp')
  expect([landed(), message()]).toEqual([0, ''])
  expect(vibrate).not.toHaveBeenCalled()
})

test('an entry of a pass that another phone shows appears without an announcement (L20)', async () => {
  const { set, entry, running, clock, stamps, landed, message } = await openPass({ deviceUid: 'device-of-bob' })
  await set({ ...running(clock.wall()), admissions: [entry('Busan Tower')] })
  await waitUntil(() => stamps() === 1, 'the stamp')
  expect([landed(), message()]).toEqual([0, ''])
})

test('an entry that comes to a hidden page lands once the page is visible (L20)', async () => {
  const { set, entry, running, clock, stamps, landed, message } = await openPass()
  setVisibility('hidden')
  await set({ ...running(clock.wall()), admissions: [entry('Busan Tower')] })
  await waitUntil(() => stamps() === 1, 'the stamp')
  expect([landed(), message()]).toEqual([0, ''])
  setVisibility('visible')
  await waitUntil(() => landed() === 1 && message().startsWith('Welcome to Busan Tower'), 'the landing')
})

test('an entry closes the enlarged code, which can be opened again and closes at the next entry (L21)', async () => {
  const { set, entry, running, clock, screen, landed } = await openPass()
  await waitUntil(() => screen.button('Enlarge the QR code') !== undefined, 'the code')
  screen.press('Enlarge the QR code')
  await waitUntil(() => screen.element.querySelector('dialog[open]') !== null, 'the dialog')
  await set({ ...running(clock.wall()), admissions: [entry('Busan Tower')] })
  await waitUntil(() => landed() === 1 && screen.element.querySelector('dialog[open]') === null, 'the closed dialog')
  screen.press('Enlarge the QR code')
  await waitUntil(() => screen.element.querySelector('dialog[open]') !== null, 'the dialog')
  clock.advance(SECOND_MS)
  await set({
    ...running(clock.wall()),
    admissions: [entry('Aquarium'), entry('Busan Tower', clock.wall() - SECOND_MS)],
  })
  await waitUntil(() => screen.element.querySelector('dialog[open]') === null, 'the closed dialog')
})

test('entries on two passes at once close the enlarged code, and stay on My Pass (L21)', async () => {
  const { set, entry, running, clock, screen, landed, dialog, enlargeSecond } = await openPass({}, {})
  await enlargeSecond()
  const change = { ...running(clock.wall()), admissions: [entry('Busan Tower')] }
  await set(change, change)
  await waitUntil(() => landed() === 2 && dialog() === null, 'the closed dialog')
  expect([screen.address(), screen.canGoBack()]).toEqual(['/myPage/myPass', true])
})

test('an entry on another pass leaves the code that is enlarged (L21)', async () => {
  const { set, entry, running, clock, screen, landed, dialog } = await openPass({}, { passType: '24H' })
  await waitUntil(() => screen.button('Enlarge the QR code') !== undefined, 'the code')
  screen.press('Enlarge the QR code')
  const label = () => dialog()?.querySelector('li:not([inert]) h2')?.textContent
  await waitUntil(() => label() !== undefined, 'the dialog')
  const before = label()
  // The list shows a pass in use before one that is not.
  await set({}, { ...running(clock.wall()), admissions: [entry('Busan Tower')] })
  await waitUntil(() => landed() === 1, 'the landing')
  expect(label()).toBe(before)
})

test('after a turn to the next pass, an entry on that one closes the enlarged code (L21)', async () => {
  const { set, entry, running, clock, screen, landed, dialog } = await openPass({}, {})
  await waitUntil(() => screen.button('Enlarge the QR code') !== undefined, 'the code')
  screen.press('Enlarge the QR code')
  await waitUntil(() => dialog() !== null, 'the dialog')
  const track = dialog()?.querySelector('ul')
  if (!track) throw new Error('no slides')
  for (const [index, slide] of [...track.children].entries())
    Object.defineProperty(slide, 'offsetLeft', { value: index * 100 })
  track.scrollLeft = 100
  flushSync(() => track.dispatchEvent(new Event('scroll')))
  await waitUntil(() => dialog()?.textContent.includes('2 of 2') ?? false, 'the second pass')
  const at = clock.wall()
  await set({}, { ...running(at), admissions: [entry('Busan Tower', at)] })
  await waitUntil(() => landed() === 1 && dialog() === null, 'the closed dialog')
  expect([screen.address(), screen.canGoBack()]).toEqual(['/myPage/myPass', true])
})

test('the entry that uses up the enlarged pass leaves the full screen, and one way back leaves My Pass (L21)', async () => {
  const { set, entry, running, clock, screen, dialog } = await openPass()
  await waitUntil(() => screen.button('Enlarge the QR code') !== undefined, 'the code')
  screen.press('Enlarge the QR code')
  await waitUntil(() => dialog() !== null, 'the dialog')
  const at = clock.wall()
  await set({ ...running(at), state: 'used', certificate: null, admissions: [entry('Busan Tower', at)] })
  await waitUntil(() => screen.text().includes('This pass cannot be used for entry.'), 'the used pass')
  await waitUntil(() => dialog() === null, 'the closed dialog')
  expect(screen.address()).toBe('/myPage/myPass')
  screen.back()
  expect(screen.address()).toBe('/home')
})

test('My Pass asks for its passes while the code is shown, and until a last entry cannot be undone any more (M28)', async () => {
  const { set, entry, running, clock, network, screen } = await openPass()
  const questions = () => network.sentRequests.filter(({ path }) => path.includes('part=passes')).length
  await waitUntil(() => questions() > 0, 'a question')
  const at = clock.wall()
  await set({ ...running(at), state: 'used', certificate: null, admissions: [entry('Busan Tower', at)] })
  await waitUntil(() => screen.text().includes('This pass cannot be used for entry.'), 'the used pass')
  const [before, goal] = [questions(), 5]
  // In small steps: a pause begins when its answer is here.
  await waitUntil(() => {
    clock.advance(20)
    return questions() === before + goal || clock.wall() - at > 55 * SECOND_MS
  }, 'more questions')
  expect(questions()).toBe(before + goal)
})
