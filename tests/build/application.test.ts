// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { BCP47, LOCALES } from '#contract/locales.ts'
import { EPOCH_KEY } from '#contract/shells.ts'
import { writeApplication } from '../../scripts/build/application.ts'
import { Graph } from '../../scripts/build/graph.ts'
import { folderOf } from './folder.ts'

const graph = new Graph({
  'index.html': { file: 'assets/index.js' },
  'react.js': { file: 'assets/react.js', name: 'react' },
  'router.js': { file: 'assets/router.js', name: 'router' },
  'words.js': { file: 'assets/words.js', name: 'words' },
  ...Object.fromEntries(
    LOCALES.flatMap((locale) =>
      ['first', 'rest', 'screens'].map((cataloguePart) => [
        `locales/${locale}.po?${cataloguePart}`,
        { file: `assets/${locale}-${cataloguePart}.js` },
      ]),
    ),
  ),
})
const frame = ['/assets/index.js', '/assets/react.js']
const preloads = {
  home: [...frame, '/assets/home.js', '/assets/frame.css', '/assets/home.css'],
  pass: [...frame, '/assets/shared.js', '/assets/pass.js', '/assets/frame.css', '/assets/shared.css'],
  myPass: [...frame, '/assets/shared.js', '/assets/frame.css', '/assets/shared.css'],
  join: [...frame, '/assets/shared.js', '/assets/frame.css', '/assets/shared.css'],
  notFound: [...frame, '/assets/frame.css'],
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * Runs `/app.js` on a page of this shell; returns what it preloads, what it loads, and how it ends once the styles have
 * loaded or failed.
 */
const run = async (shell: string, lang: string) => {
  const folder = folderOf({})
  await writeApplication(graph, { preloads }, folder)
  const code = readFileSync(`${folder}/app.js`, 'utf8').replaceAll('import(', 'load(')
  document.head.innerHTML = ''
  Object.assign(document.documentElement, { lang })
  document.documentElement.dataset.shell = shell
  const loaded: string[] = []
  const load = (file: string) => Promise.resolve(loaded.push(file))
  const AsyncFunction = (async () => undefined).constructor as new (
    ...args: string[]
  ) => (load: (file: string) => Promise<unknown>) => Promise<void>
  const ended = new AsyncFunction('load', code)(load).then(
    () => 'started',
    () => 'failed',
  )
  const links = [...document.head.querySelectorAll('link')]
  const ahead = (rel: string) => links.filter((link) => link.rel === rel).map((link) => link.getAttribute('href'))
  return { ahead, loaded, ended, sheets: links.filter(({ rel }) => rel === 'stylesheet') }
}

beforeEach(() => localStorage.clear())

test('a page preloads the frame, its own screen and its messages: of home the first, of My Pass no other screens', async () => {
  const home = await run('home', 'en-GB')
  expect(home.ahead('modulepreload')).toEqual([...frame, '/assets/home.js', '/assets/en-first.js'])
  expect(home.ahead('stylesheet')).toEqual(['/assets/frame.css', '/assets/home.css'])
  for (const locale of LOCALES) {
    const pass = await run('pass', BCP47[locale])
    expect(pass.ahead('modulepreload')).toEqual([
      ...frame,
      '/assets/shared.js',
      '/assets/pass.js',
      `/assets/${locale}-first.js`,
      `/assets/${locale}-rest.js`,
      `/assets/${locale}-screens.js`,
    ])
  }
  const myPass = await run('myPass', 'en-GB')
  expect(myPass.ahead('modulepreload')).toEqual([
    ...frame,
    '/assets/shared.js',
    '/assets/en-first.js',
    '/assets/en-rest.js',
  ])
  const unknown = await run('notFound', 'fr')
  expect(unknown.ahead('modulepreload')).toEqual(frame)
  expect(unknown.ahead('stylesheet')).toEqual(['/assets/frame.css'])
})

test('the packages run one after the other, and the application after them once the styles have loaded', async () => {
  const { loaded, sheets, ended } = await run('join', 'ko')
  sheets[0]?.dispatchEvent(new Event('load'))
  for (let turn = 0; turn < 10; turn += 1) await settled()
  const packages = ['/assets/react.js', '/assets/router.js', '/assets/words.js']
  expect(loaded).toEqual(packages)
  sheets[1]?.dispatchEvent(new Event('load'))
  expect(await ended).toBe('started')
  expect(loaded).toEqual([...packages, '/assets/index.js'])
})

test('a page with a style sheet that fails to load does not start, so that it can be reloaded', async () => {
  const { loaded, sheets, ended } = await run('join', 'ko')
  sheets[0]?.dispatchEvent(new Event('load'))
  sheets[1]?.dispatchEvent(new Event('error'))
  expect(await ended).toBe('failed')
  expect(loaded).not.toContain('/assets/index.js')
})

test('a first visit preloads the catalogue where it is shown, in the language of the page', async () => {
  expect((await run('home', 'ko')).ahead('preload')).toEqual(['/api/v1/catalogue?language=CD0000001258'])
  expect((await run('pass', 'ja')).ahead('preload')).toEqual(['/api/v1/catalogue?language=CD0000000129'])
  expect((await run('join', 'ko')).ahead('preload')).toEqual([])
  localStorage.setItem(EPOCH_KEY, '1')
  expect((await run('home', 'ko')).ahead('preload')).toEqual([])
})
