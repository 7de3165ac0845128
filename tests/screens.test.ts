import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SCREENS } from '../e2e/harness/screens.ts'

/** The tests of accessibility, large text and layout, and the pictures, cover every screen. */

const ROUTES = fileURLToPath(new URL('../src/routes/', import.meta.url))
/** Route files without a screen of their own, each with the reason. */
const EXCEPTIONS = new Map([
  ['/', 'shows the home screen, which is walked at /home'],
  ['/join/{route}', 'frames the steps of sign-up'],
  ['/login/{route}', 'frames sign-in and recovery'],
  ['/myPage/{route}', 'guards the screens below it'],
])

/** `pass/$detail.tsx` → `/pass/{detail}`, the `data-screen` of a screen. */
const addressOf = (file: string): string =>
  `/${file.replace(/\.tsx$/, '')}`
    .replace(/\/index$/, '')
    .replace(/\/route$/, '/{route}')
    .replaceAll(/\$(\w+)/g, '{$1}') || '/'

const routes = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !/(?:^|\/)[-_]/.test(file))
  .filter((file) => readFileSync(ROUTES + file, 'utf8').includes('createFileRoute'))
  .map(addressOf)
const walked = new Set(SCREENS.map(({ path, ready = path }) => ready))

test('every route with a screen is covered, or is an exception with a reason', () => {
  expect(routes.length).toBeGreaterThan(25)
  expect(routes.filter((address) => !walked.has(address) && !EXCEPTIONS.has(address))).toEqual([])
})

test('an exception is a route that is not covered', () => {
  expect([...EXCEPTIONS.keys()].filter((address) => !routes.includes(address) || walked.has(address))).toEqual([])
})

test('every covered screen has a route and a unique name', () => {
  expect([...walked].filter((address) => !routes.includes(address))).toEqual(['404'])
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length)
})
