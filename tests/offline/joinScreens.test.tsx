// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { clearDraft, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { CodeForm } from '#routes/join/-parts/codeForm.tsx'
import { EmailStep } from '#routes/join/-parts/emailStep.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

/** The sign-up never shows an email address as confirmed once the server no longer accepts its proof. */

beforeEach(() => clearDraft())

const EMAIL = 'mina@example.com'
const CONFIRMED = `${EMAIL} is confirmed.`
const EXPIRED = 'Your email address is not confirmed, or its confirmation is no longer valid.'

const openWithProof = async ({ leftMs }: { leftMs: number }): Promise<MountedScreen> => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  const expiresAt = tab.runtime.clock.now() + leftMs
  patchDraft({ agreed: { marketing: false }, email: EMAIL, proof: { email: EMAIL, certUid: 'cert', expiresAt } })
  return mountScreen(<EmailStep />)
}

test('an email address with a valid proof is shown as confirmed', async () => {
  const screen = await openWithProof({ leftMs: 60_000 })
  expect(screen.text()).toContain(CONFIRMED)
  expect(screen.text()).not.toContain(EXPIRED)
  expect(screen.button('Next')).toBeDefined()
})

test('an email address with an expired proof must be confirmed again, with the reason', async () => {
  const screen = await openWithProof({ leftMs: 0 })
  expect(screen.text()).not.toContain(CONFIRMED)
  expect(screen.text()).toContain(EXPIRED)
  expect(screen.button('Next')).toBeUndefined()
  expect(screen.button('Send the code')).toBeDefined()
  expect(screen.element.querySelector('input')?.value).toBe(EMAIL)
})

test.each([
  [2, 'Check the email and try again', 'This code has been tried five times'],
  [1, 'This code has been tried five times', 'Check the email and try again'],
] as const)('a wrong code with %i tries left says what the person can do', async (tries, expected, untold) => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  network.fault(/cert\/check/, async () => answer(200, 'E_CERT_MISMATCH', null), Infinity)
  replaceRuntime(tab.runtime)
  const minute = tab.runtime.clock.now() + 60_000
  const sent = { email: EMAIL, expiresAt: minute, resendAt: minute, tries }
  patchDraft({ agreed: { marketing: false }, email: EMAIL, proof: null, sent })
  const screen = await mountScreen(<CodeForm sent={sent} onChange={() => undefined} />)
  type(screen.element.querySelector('input'), '123456')
  screen.press('Confirm')
  await waitUntil(() => screen.text().includes(expected), expected)
  expect(screen.text()).not.toContain(untold)
})
