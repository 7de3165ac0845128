// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { JoinFrame } from '#routes/join/-parts/frame.tsx'
import { Shell } from '#routes/-shell/shell.tsx'
import { filesBelow, read } from '../harness/documents.ts'
import { mountScreen } from '../harness/screen.tsx'
import { openWithPeer } from './setup.ts'

/** The four layouts around screens (spec 1.36), and the step boxes of the sign-up (spec 2.31). */

/** The addresses that have another layout than `default`. */
const LAYOUTS = {
  main: ['home', 'index'],
  load: ['load', 'splash'],
  clean: [
    'cart/completed',
    'cart/index',
    'gate',
    'gift',
    'join/auth',
    'join/completion',
    'join/index',
    'join/terms',
    'login/device',
    'login/findId01',
    'login/findId02-1',
    'login/findId02-2',
    'login/findPw01',
    'login/findPw02-1',
    'login/findPw02-2',
    'login/index',
    'login/pwReset',
    'login/snsFail',
    'login/snsKakao',
    'login/snsSuccess',
    'pass/completed',
    'pass/paymentInfo',
    'pass/paymentstep1',
  ],
}

test.each(Object.entries(LAYOUTS))('the layout %s is that of its screens and of no other', (layout, files) => {
  const routes = filesBelow(['src/routes'], ['tsx']).filter((file) => !/\/[-_]/.test(file))
  expect(routes.length).toBeGreaterThan(60)
  expect(
    routes
      .filter((file) => read(file).includes(`layout: '${layout}'`))
      .map((file) => file.replace(/^src\/routes\/|\.tsx$/g, ''))
      .toSorted(),
  ).toEqual(files)
})

test.each([
  ['default', { navigations: 2, header: true, footer: true, language: true }],
  ['main', { navigations: 2, header: true, footer: true, language: true }],
  ['load', { navigations: 0, header: false, footer: false, language: false }],
  ['clean', { navigations: 0, header: true, footer: false, language: true }],
] as const)('the frame of the layout %s has what its screens need', async (layout, expected) => {
  const { browser } = openWithPeer()
  replaceRuntime((await browser.tab()).runtime)
  const { element } = await mountScreen(
    <Shell layout={layout}>
      <main data-screen="/test">A screen</main>
    </Shell>,
  )
  const has = (selector: string): boolean => element.querySelector(selector) !== null
  expect({
    navigations: element.querySelectorAll('nav').length,
    header: has('header'),
    footer: has('footer'),
    language: has('header select[aria-label="Language"]'),
  }).toEqual(expected)
  expect(element.querySelector('main')?.textContent).toBe('A screen')
})

test('a step of the sign-up has its boxes, which name the current one with its number', async () => {
  const { browser } = openWithPeer()
  replaceRuntime((await browser.tab()).runtime)
  const { element, text } = await mountScreen(
    <JoinFrame step="email" title="Your address">
      A form
    </JoinFrame>,
    '/join/auth',
  )
  const boxes = [...element.querySelectorAll('ol > li')]
  expect(boxes.map(({ textContent }) => textContent)).toEqual(['Terms', 'Email', 'Password', 'Name'])
  expect(boxes.map((box) => box.getAttribute('aria-current'))).toEqual([null, 'step', null, null])
  expect(boxes.map(({ className }) => className !== '')).toEqual([true, true, false, false])
  expect(text()).toContain('Step 2 of 4: Email')
})
