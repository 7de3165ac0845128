import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { check, compareWithLimits } from '../../scripts/build/check.ts'
import { Graph } from '../../scripts/build/graph.ts'
import type { CachedFile } from '../../scripts/build/worker.ts'
import { folderOf } from './folder.ts'

const KB = 1024
const CHUNKS = {
  'index.html': { file: 'assets/index.js' },
  'src/routes/home.tsx?tsr-split=component': { file: 'assets/home.js', css: ['assets/home.css'] },
  'src/routes/pass.tsx?tsr-split=component': { file: 'assets/pass.js', css: ['assets/home.css', 'assets/pass.css'] },
  'locales/en.po?first': { file: 'assets/messages-en.js' },
}
const graph = new Graph(CHUNKS)
/** The files of a first visit. Scripts of random bytes do not compress, so their size is known. */
const files = {
  'assets/index.js': 'index',
  'assets/home.js': 'home',
  'assets/messages-en.js': 'messages',
  'app.js': 'app',
  'assets/home.css': 'style',
  'assets/pass.css': 'style',
  'assets/other.js': 'other',
}
const row = (url: string, kB: number, overrides: Partial<CachedFile> = {}): CachedFile => ({
  url,
  revision: null,
  integrity: 'sha256-',
  type: 'text/javascript',
  size: kB * KB,
  ...overrides,
})

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

test('a build within its limits passes, and prints its sizes', async () => {
  await check(graph, [row('/assets/a.js', 39)], folderOf(files))
  expect(vi.mocked(console.log).mock.calls.flat()).toEqual([
    'scripts of /home: 0.0 of 110 kB',
    'styles of /home: 0.0 of 15 kB',
    'styles of another screen: 0.0 of 20 kB',
    'largest chunk of a screen: 39.0 of 40 kB',
    'stored by a first visit: 39.0 of 400 kB',
    'kept on the phone: 39.0 of 900 kB',
    'files of these scripts: 4 of 12',
    'files that a first visit stores: 1 of 44',
  ])
})

test('phones store no pictures of link previews', async () => {
  const rows = [row('/art/scenes.svg', 1), row('/previews/tower.png', 1)]
  await expect(check(graph, rows, folderOf(files))).rejects.toThrow('link previews')
})

test('home loads at most twelve scripts', async () => {
  const withScripts = (count: number): [Graph, Record<string, string>] => {
    const names = Array.from({ length: count - 4 }, (_, nth) => `assets/${nth}.js`)
    return [
      new Graph({
        ...CHUNKS,
        'index.html': { file: 'assets/index.js', imports: names },
        ...Object.fromEntries(names.map((file) => [file, { file }])),
      }),
      { ...files, ...Object.fromEntries(names.map((file) => [file, ''])) },
    ]
  }
  const checked = ([chunks, all]: [Graph, Record<string, string>]) => check(chunks, [], folderOf(all))
  await expect(checked(withScripts(12))).resolves.toBe(undefined)
  await expect(checked(withScripts(13))).rejects.toThrow('/home loads 13 scripts')
})

test.each(['assets/index.js', 'assets/home.js', 'assets/messages-en.js', 'app.js'])(
  '%s counts for the first visit to home',
  async (name) => {
    await expect(check(graph, [], folderOf({ ...files, [name]: randomBytes(111 * KB) }))).rejects.toThrow(
      'too heavy: scripts of /home',
    )
  },
)

test('a script that home does not load does not count for it, and the sheets of a screen have a limit together', async () => {
  await expect(check(graph, [], folderOf({ ...files, 'assets/other.js': randomBytes(111 * KB) }))).resolves.toBe(
    undefined,
  )
  const withSheets = (home: number, pass: number) =>
    folderOf({ ...files, 'assets/home.css': randomBytes(home * KB), 'assets/pass.css': randomBytes(pass * KB) })
  await expect(check(graph, [], withSheets(14, 5))).resolves.toBe(undefined)
  await expect(check(graph, [], withSheets(14, 7))).rejects.toThrow('too heavy: styles of another screen')
  await expect(check(graph, [], withSheets(16, 1))).rejects.toThrow('too heavy: styles of /home')
})

test('a first visit stores at most 44 files: those of other languages and in packs do not count', async () => {
  const folder = folderOf(files)
  const rows = (count: number) => Array.from({ length: count }, (_, nth) => row(`/assets/${nth}.js`, 1))
  const unfetched = [row('/k', 1, { locale: 'ko' }), row('/assets/later.js', 1, { pack: '/assets/pack-0.json' })]
  await expect(check(graph, [...rows(44), ...unfetched], folder)).resolves.toBe(undefined)
  await expect(check(graph, [...rows(45), ...unfetched], folder)).rejects.toThrow('a first visit stores 45 files')
})

test('the limit of a screen’s chunk applies to scripts other than application, sentences, styles and pictures', async () => {
  const folder = folderOf(files)
  const otherUrls = ['/assets/index.js', '/assets/messages-ko-1.js', '/assets/home.css', '/assets/a.png', '/app.js']
  await expect(check(graph, [...otherUrls.map((url) => row(url, 41)), row('/assets/a.js', 40)], folder)).resolves.toBe(
    undefined,
  )
  await expect(check(graph, [row('/assets/a.js', 41), row('/assets/b.js', 1)], folder)).rejects.toThrow(
    'too heavy: largest chunk of a screen',
  )
})

test('what a phone stores is weighed for the heaviest language, with packs and without', async () => {
  const folder = folderOf(files)
  const cachedFiles = (first: number, later: number) => [
    row('/art/a.svg', 370),
    row('/k', 20, { locale: 'ko' }),
    row('/j', first, { locale: 'jp' }),
    row('/later', later, { pack: '/assets/pack-0.json' }),
  ]
  await expect(check(graph, cachedFiles(30, 500), folder)).resolves.toBe(undefined)
  await expect(check(graph, cachedFiles(31, 1), folder)).rejects.toThrow('too heavy: stored by a first visit')
  await expect(check(graph, cachedFiles(30, 501), folder)).rejects.toThrow('too heavy: kept on the phone')
})

test.each(['new $ZodType()', 'class ZodMiniType{}'])('schemas on the first screen stop the build: %s', async (code) => {
  await expect(check(graph, [], folderOf({ ...files, 'assets/home.js': code }))).rejects.toThrow(
    '/assets/home.js carries zod to the first screen',
  )
  await expect(check(graph, [], folderOf({ ...files, 'assets/other.js': code }))).resolves.toBe(undefined)
})

test('a build may be as large as its limits, and not one byte larger', () => {
  const sizes = {
    'scripts of /home': 112_640,
    'styles of /home': 15_360,
    'styles of another screen': 20_480,
    'largest chunk of a screen': 40_960,
    'stored by a first visit': 409_600,
    'kept on the phone': 921_600,
  }
  const lines = [
    'scripts of /home: 110.0 of 110 kB',
    'styles of /home: 15.0 of 15 kB',
    'styles of another screen: 20.0 of 20 kB',
    'largest chunk of a screen: 40.0 of 40 kB',
    'stored by a first visit: 400.0 of 400 kB',
    'kept on the phone: 900.0 of 900 kB',
  ]
  expect(compareWithLimits(sizes)).toEqual({ lines, over: [] })
  const heavier = Object.fromEntries(Object.entries(sizes).map(([what, size]) => [what, size + 1])) as typeof sizes
  expect(compareWithLimits(heavier)).toEqual({
    lines: lines.map((line) => `${line} (over)`),
    over: Object.keys(sizes),
  })
})
