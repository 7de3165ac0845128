// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { MyPassScreen } from '#routes/myPage/-parts/myPassScreen.tsx'
import { useVisibleToast } from '#ui/useToast.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { certifiedPass, PASS } from './fixtures.ts'
import { openSignedIn, waitForCode } from './setup.ts'

/** Refresh on My Pass: a new code without network, the state of the passes with it. */

function Toast() {
  return <output>{useVisibleToast()?.text}</output>
}

/** Fires a finger that goes down on `element`, moves by these px, and is lifted. */
const drag = (element: Element, { right = 0, down = 0 }: { right?: number; down?: number }) => {
  const fire = (type: string, clientX: number, clientY: number) =>
    element.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches: [{ clientX, clientY }] }))
  fire('touchstart', 100, 100)
  fire('touchmove', 100 + right / 2, 100 + down / 2)
  fire('touchmove', 100 + right, 100 + down)
  fire('touchend', 100 + right, 100 + down)
}

test('Refresh makes a new code and loads the passes, says so offline, and so does a pull from the top', async () => {
  const { peer, tab, clock, network } = await openSignedIn()
  peer.passes.set('mina', [certifiedPass(1, clock.wall())])
  await tab.runtime.bind({ passUid: PASS.passUid })
  await waitForCode(tab, PASS.passUid)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(
    <>
      <MyPassScreen />
      <Toast />
    </>,
  )
  const path = () => screen.element.querySelector('[data-qr] path:last-child')?.getAttribute('d')
  const toast = () => screen.element.querySelector('output')?.textContent ?? ''
  await waitUntil(() => screen.element.querySelector('[data-live="true"]') !== null)

  const first = path()
  clock.advance(1_000)
  screen.press('Refresh')
  await waitUntil(() => toast() === 'New QR code created. Your passes are up to date.')
  expect(path()).not.toBe(first)

  const second = path()
  network.down(true)
  clock.advance(1_000)
  screen.press('Refresh')
  await waitUntil(() => toast() === 'New QR code created. You are offline, so we could not check for updates.')
  expect(path()).not.toBe(second)

  network.down(false)
  const main = screen.element.querySelector('main')
  if (!main) throw new Error('no screen')
  const third = path()
  clock.advance(1_000)
  const dialog = main.appendChild(document.createElement('dialog'))
  for (const [element, way] of [
    [main, { down: 80 }],
    [main, { right: 300, down: 200 }],
    [dialog, { down: 200 }],
  ] as const) {
    flushSync(() => drag(element, way))
    expect(main.style.getPropertyValue('--pull')).toBe('')
    expect(screen.button('Refresh')?.ariaBusy).toBeNull()
  }
  dialog.remove()
  drag(main, { down: 200 })
  await waitUntil(() => toast() === 'New QR code created. Your passes are up to date.')
  expect(path()).not.toBe(third)
})
