// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { currentDraft, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openPage, type Page } from './formPage.tsx'

/** The form in which a visitor agrees to the terms. It asks the server nothing. */

const HERE = '/join/terms'
const NEXT = '/join/auth'
const NO_TERMS = 'Agree to the terms of service to continue.'
const NO_PRIVACY = 'Agree to the privacy policy to continue.'
const NAMES = ['terms', 'privacy', 'marketing'] as const

const ticked = (page: Page) => NAMES.filter((name) => page.byId(`join-${name}`).checked)
/** The box above the others, which has no name. */
const all = (page: Page) => page.element.querySelector<HTMLInputElement>('input[type=checkbox]')

test('without consent the form names both texts, has the focus on its summary and goes no further', async () => {
  const page = await openPage(HERE)
  expect(await page.pressRefused('Next')).toEqual(['2 fields need your attention', NO_TERMS, NO_PRIVACY])
  expect(page.error('join-terms')).toBe(NO_TERMS)
  expect(page.error('join-privacy')).toBe(NO_PRIVACY)
  expect(page.error('join-marketing')).toBeNull()
  await waitUntil(() => page.focus() === 'summary', 'the focus on the summary')
  expect(page.address()).toBe(HERE)
  expect(currentDraft().agreed).toBeNull()
  expect(page.sent()).toEqual([])
})

test.each([
  ['terms', 'privacy', NO_PRIVACY],
  ['privacy', 'terms', NO_TERMS],
] as const)('consent to %s alone is not enough, and a tick takes the message away', async (consent, missing, why) => {
  const page = await openPage(HERE)
  page.tick(`join-${consent}`)
  page.tick('join-marketing')
  expect(await page.pressRefused('Next')).toEqual([why])
  expect(page.error(`join-${missing}`)).toBe(why)
  expect(page.error(`join-${consent}`)).toBeNull()
  expect(ticked(page).toSorted()).toEqual([consent, 'marketing'].toSorted())
  expect(currentDraft().agreed).toBeNull()
  page.tick(`join-${missing}`)
  expect(page.summary()).toBeNull()
  expect(page.error(`join-${missing}`)).toBeNull()
  page.press('Next')
  await waitUntil(() => page.address() === NEXT, 'the next step')
})

test.each([
  ['without', false],
  ['with', true],
])('consent %s marketing is kept in the draft and opens the next step', async (_news, marketing) => {
  const page = await openPage(`${HERE}?returnTo=%2FmyPage`)
  page.tick('join-terms')
  page.tick('join-privacy')
  if (marketing) page.tick('join-marketing')
  page.press('Next')
  await waitUntil(() => page.address().startsWith(NEXT), 'the next step')
  expect(page.address()).toBe(`${NEXT}?returnTo=%2FmyPage`)
  expect(currentDraft().agreed).toEqual({ marketing })
  expect(page.sent()).toEqual([])
})

test('“Agree to all” ticks and unticks all three, and follows them', async () => {
  const page = await openPage(HERE)
  all(page)?.click()
  await waitUntil(() => ticked(page).length === 3, 'all ticks')
  page.tick('join-marketing')
  expect(all(page)?.checked).toBe(false)
  expect(ticked(page)).toEqual(['terms', 'privacy'])
  page.tick('join-marketing')
  expect(all(page)?.checked).toBe(true)
  all(page)?.click()
  await waitUntil(() => ticked(page).length === 0, 'no ticks')
  await page.pressRefused('Next')
  expect(page.summary()?.[0]).toBe('2 fields need your attention')
  all(page)?.click()
  await waitUntil(() => page.summary() === null, 'no summary')
  page.press('Next')
  await waitUntil(() => page.address() === NEXT, 'the next step')
  expect(currentDraft().agreed).toEqual({ marketing: true })
})

test.each([
  ['without', false, ['terms', 'privacy']],
  ['with', true, ['terms', 'privacy', 'marketing']],
])(
  'a visitor who returns to the terms in the same tab finds the boxes ticked as before, %s marketing',
  async (_choice, marketing, expected) => {
    patchDraft({ agreed: { marketing } })
    const page = await openPage(HERE)
    expect(ticked(page)).toEqual(expected)
  },
)
