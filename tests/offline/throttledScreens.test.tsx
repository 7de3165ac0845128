// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openSignedIn } from './setup.ts'

/** Screens of throttled calls say how long to wait, with the same sentence. */

const WAIT = 'Too many attempts. Try again in 1 min 30 s.'

/** Opens a screen for Mina, with calls to `path` throttled for 90 seconds. */
const openThrottled = async (path: RegExp, loadContent: () => Promise<ReactNode>): Promise<MountedScreen> => {
  const { network, tab } = await openSignedIn()
  network.fault(path, async () => answer(429, 'E_THROTTLED', null, { 'retry-after': '90' }), Infinity)
  vi.resetModules()
  const { replaceRuntime } = await import('#data/runtime.ts')
  replaceRuntime(tab.runtime)
  return mountScreen(await loadContent())
}

test('requesting a mailed code too often says how long to wait', async () => {
  const screen = await openThrottled(/send-mail/, async () => {
    const { patchDraft } = await import('#routes/join/-parts/joinDraft.ts')
    patchDraft({ agreed: { marketing: false }, email: 'mina@example.com', sent: null, proof: null })
    const { EmailStep } = await import('#routes/join/-parts/emailStep.tsx')
    return <EmailStep />
  })
  screen.press('Send the code')
  await waitUntil(() => screen.text().includes(WAIT), 'how long to wait')
  expect(screen.element.querySelector('[role=alert]')?.textContent).toBe(WAIT)
})

test('moving a pass too often says how long to wait', async () => {
  const screen = await openThrottled(/myPass\/device/, async () => {
    const { BindButton } = await import('#routes/myPage/-parts/bindButton.tsx')
    return <BindButton passUid="0193a1b2-0000-7000-8000-000000000001" move={false} />
  })
  screen.press('Show on this phone')
  await waitUntil(() => screen.text().includes(WAIT), 'how long to wait')
  expect(screen.element.querySelector('[role=alert]')?.textContent).toBe(WAIT)
})

test('correcting a name too often says how long to wait', async () => {
  const screen = await openThrottled(/my-info\/update/, async () => {
    const { CorrectName } = await import('#routes/myPage/-parts/correctName.tsx')
    const user = { memberId: 'mina', email: 'mina@example.com', engNm: 'Mina', engSurname: 'Lee' }
    return <CorrectName user={user} />
  })
  screen.press('Correct the name')
  await waitUntil(() => screen.button('Save') !== undefined, 'the form')
  screen.press('Save')
  await waitUntil(() => screen.text().includes(WAIT), 'how long to wait')
  expect(screen.text()).not.toContain('Try again later')
})

test('asking for the terms too often says how long to wait', async () => {
  const screen = await openThrottled(/terms/, async () => {
    const { TermsDialog } = await import('#routes/-shared/termsDialog.tsx')
    return <TermsDialog code="privacy" title="Privacy policy" onClose={() => undefined} />
  })
  const alert = () => screen.element.querySelector('[role=alert]')
  await waitUntil(() => alert() !== null, 'the refusal')
  expect(alert()?.textContent).toBe(WAIT)
})
