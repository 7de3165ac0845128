import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { check, compareWithLimits } from '../../scripts/build/check.ts'
import { Graph } from '../../scripts/build/graph.ts'
import type { CachedFile } from '../../scripts/build/worker.ts'
import { folderOf } from './folder.ts'

const KB = 1024
const CHUNKS = {
  'index.html': { file: 'assets/index.js' },
  'src/routes/home.tsx?tsr-split=component': { file: 'assets/home.js' },
  'locales/en.po?first': { file: 'assets/messages-en.js' },
  'style.css': { file: 'assets/style.css' },
}
const graph = new Graph(CHUNKS)
/** The files of a first visit. Scripts of random bytes do not compress, so their size is known. */
const files = {
  'assets/index.js': 'index',
  'assets/home.js': 'home',
  'assets/messages-en.js': 'messages',
  'app.js': 'app',
  'assets/style.css': 'style',
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
    'styles: 0.0 of 15 kB',
    'largest chunk of a screen: 39.0 of 40 kB',
    'kept on the phone: 39.0 of 500 kB',
    'files of these scripts: 4 of 12',
  ])
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

test('a script that home does not load does not count for it, and styles have a limit of their own', async () => {
  await expect(check(graph, [], folderOf({ ...files, 'assets/other.js': randomBytes(111 * KB) }))).resolves.toBe(
    undefined,
  )
  await expect(check(graph, [], folderOf({ ...files, 'assets/style.css': randomBytes(16 * KB) }))).rejects.toThrow(
    'too heavy: styles',
  )
})

test('the limit of a screen’s chunk applies to scripts other than application, sentences, styles and pictures', async () => {
  const folder = folderOf(files)
  const otherUrls = ['/assets/index.js', '/assets/messages-ko-1.js', '/assets/style.css', '/assets/a.png', '/app.js']
  await expect(check(graph, [...otherUrls.map((url) => row(url, 41)), row('/assets/a.js', 40)], folder)).resolves.toBe(
    undefined,
  )
  await expect(check(graph, [row('/assets/a.js', 41), row('/assets/b.js', 1)], folder)).rejects.toThrow(
    'too heavy: largest chunk of a screen',
  )
})

test('what a phone stores is weighed for the heaviest language', async () => {
  const folder = folderOf(files)
  const cachedFiles = (kB: number) => [
    row('/art/a.svg', 470),
    row('/k', 20, { locale: 'ko' }),
    row('/j', kB, { locale: 'jp' }),
  ]
  await expect(check(graph, cachedFiles(30), folder)).resolves.toBe(undefined)
  await expect(check(graph, cachedFiles(31), folder)).rejects.toThrow('too heavy: kept on the phone')
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
    styles: 15_360,
    'largest chunk of a screen': 40_960,
    'kept on the phone': 512_000,
  }
  const lines = [
    'scripts of /home: 110.0 of 110 kB',
    'styles: 15.0 of 15 kB',
    'largest chunk of a screen: 40.0 of 40 kB',
    'kept on the phone: 500.0 of 500 kB',
  ]
  expect(compareWithLimits(sizes)).toEqual({ lines, over: [] })
  const heavier = Object.fromEntries(Object.entries(sizes).map(([what, size]) => [what, size + 1])) as typeof sizes
  expect(compareWithLimits(heavier)).toEqual({
    lines: lines.map((line) => `${line} (over)`),
    over: Object.keys(sizes),
  })
})
