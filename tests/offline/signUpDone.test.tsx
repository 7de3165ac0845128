// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { finishDraft, keepPassword, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { START } from '../harness/clock.ts'
import { waitUntil } from '../harness/tabs.ts'
import { answersSession, GOOD_PASSWORD, openPage } from './formPage.tsx'
import { openWithPeer } from './setup.ts'

/** From the last form of signing up to the welcome, whose code loads meanwhile. */

const HERE = '/join/auth?step=name'
const EMAIL = 'mina@example.com'

test('after the sign-up no step of the form appears until the welcome is there', async () => {
  const opened = openWithPeer()
  patchDraft({
    agreed: { marketing: false },
    email: EMAIL,
    proof: { email: EMAIL, certUid: '0193a1b2-0000-7000-8000-000000000009', expiresAt: START + 1_800_000 },
  })
  keepPassword(GOOD_PASSWORD)
  const page = await openPage(HERE, opened)
  await waitUntil(() => page.button('Create account') !== undefined, 'the form')
  answersSession(opened, /POST .*account\/sign-up/)
  page.fill('join-engSurname', 'LEE')
  page.fill('join-engNm', 'MINA')
  const contents = new Set<string>()
  const observer = new MutationObserver(() => {
    if (page.element.querySelector('[id="join-email"]')) contents.add('email step')
    if (page.element.querySelector('main[aria-busy=true]')) contents.add('loading')
  })
  observer.observe(page.element, { childList: true, subtree: true })
  page.press('Create account')
  await waitUntil(() => page.text().includes('Welcome to Harbor Pass'), 'the welcome')
  observer.disconnect()
  expect([...contents]).toEqual(['loading'])
})

test('a page that is opened again before the welcome was loaded leads to the welcome', async () => {
  finishDraft()
  const page = await openPage(HERE)
  expect(page.address()).toBe('/join/completion')
})
