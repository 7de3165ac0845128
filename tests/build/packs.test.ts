import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupsOf, writePacks } from '../../scripts/build/packs.ts'
import type { CachedFile } from '../../scripts/build/worker.ts'
import { folderOf } from './folder.ts'

const row = (url: string, size: number): CachedFile => ({
  url,
  revision: null,
  integrity: 'sha256-',
  type: 'text/javascript',
  size,
})

test('a group takes files in their order up to 60,000 bytes, and a larger file is a group by itself', () => {
  const files = [50_000, 10_000, 1, 59_999, 70_000, 7].map((size) => ({ size }))
  expect(groupsOf(files).map((group) => group.map(({ size }) => size))).toEqual([
    [50_000, 10_000],
    [1, 59_999],
    [70_000],
    [7],
  ])
  expect(groupsOf([])).toEqual([])
})

test('a pack holds the text of each of its files, is named and vouched for by its content, and its files name it', async () => {
  const contents = { 'assets/a.js': 'let a = "ä"', 'assets/b.css': '.b{}', 'assets/c.js': 'c()' }
  const folder = folderOf(contents)
  const { files, packs } = await writePacks(
    [row('/assets/a.js', 45_000), row('/assets/b.css', 14_000), row('/assets/c.js', 2_000)],
    folder,
  )
  expect(packs.map(({ url }) => url.replace(/-[\w-]{8}\./, '-hash.'))).toEqual([
    '/assets/pack-0-hash.json',
    '/assets/pack-1-hash.json',
  ])
  const [first, second] = packs
  expect(files.map(({ url, pack }) => [url, pack])).toEqual([
    ['/assets/a.js', first?.url],
    ['/assets/b.css', first?.url],
    ['/assets/c.js', second?.url],
  ])
  const bytes = readFileSync(`${folder}${first?.url}`)
  expect(JSON.parse(bytes.toString())).toEqual({ '/assets/a.js': 'let a = "ä"', '/assets/b.css': '.b{}' })
  expect(first?.integrity).toBe(`sha256-${createHash('sha256').update(bytes).digest('base64')}`)
  expect(first?.size).toBe(59_000)
})

test('files of one language are in no pack', async () => {
  const folder = folderOf({ 'assets/a.js': 'a()' })
  const korean: CachedFile = { ...row('/assets/ko.js', 1_000), locale: 'ko' }
  const { files, packs } = await writePacks([korean, row('/assets/a.js', 2_000)], folder)
  expect(packs).toHaveLength(1)
  expect(files.map(({ url, pack }) => [url, pack])).toEqual([
    ['/assets/a.js', packs[0]?.url],
    ['/assets/ko.js', null],
  ])
})

test('a build with more than ten packs stops', async () => {
  const urls = Array.from({ length: 11 }, (_, nth) => `assets/${nth}.js`)
  const folder = folderOf(Object.fromEntries(urls.map((url) => [url, ''])))
  const rows = urls.map((url) => row(`/${url}`, 60_000))
  await expect(writePacks(rows, folder)).rejects.toThrow('11 packs of later files')
  expect((await writePacks(rows.slice(1), folder)).packs).toHaveLength(10)
})
