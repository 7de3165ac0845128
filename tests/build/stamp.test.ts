import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isBuilt, markBuilt, stampSources, versionOf } from '../../scripts/build/stamp.ts'
import { folderOf } from './folder.ts'

/** One file of each kind that the build reads. */
const SOURCES = [
  'contract/a.ts',
  'src/deep/er/a.tsx',
  'sw/a.ts',
  'locales/en.po',
  'public/a.svg',
  'scripts/build/a.ts',
  'server/db/seed/a.json',
  'server/modules/catalogue/a.ts',
  'package-lock.json',
  'vite.config.ts',
  'lingui.config.ts',
  'index.html',
]
const sources = (): string => {
  const root = `${folderOf(Object.fromEntries(SOURCES.map((path) => [path, path])))}/`
  mkdirSync(`${root}dist`)
  return root
}

test('a build is valid until one of its sources is changed, added or removed', async () => {
  const root = sources()
  expect(await isBuilt(root)).toBe(false)
  await markBuilt(await stampSources(root), root)
  expect(await isBuilt(root)).toBe(true)
  for (const path of SOURCES) {
    writeFileSync(root + path, 'changed')
    expect(await isBuilt(root), path).toBe(false)
    writeFileSync(root + path, path)
    expect(await isBuilt(root), path).toBe(true)
  }
  writeFileSync(`${root}src/b.ts`, '')
  expect(await isBuilt(root)).toBe(false)
  rmSync(`${root}src/b.ts`)
  rmSync(`${root}sw/a.ts`)
  expect(await isBuilt(root)).toBe(false)
})

test('a change of any source changes the version', async () => {
  const root = sources()
  const versions = [versionOf(await stampSources(root))]
  for (const path of SOURCES) {
    writeFileSync(root + path, `${path}, changed`)
    versions.push(versionOf(await stampSources(root)))
  }
  expect(versions[0]).toMatch(/^[0-9a-f]{8}$/)
  expect(new Set(versions).size).toBe(SOURCES.length + 1)
})

test('a renamed file with the same content changes the stamp', async () => {
  const root = sources()
  const stamp = await stampSources(root)
  rmSync(`${root}sw/a.ts`)
  writeFileSync(`${root}sw/b.ts`, 'sw/a.ts')
  expect(await stampSources(root)).not.toBe(stamp)
})

test('tests and generated files are not sources', async () => {
  const root = sources()
  const stamp = await stampSources(root)
  for (const path of ['src/a.gen.ts', 'src/a.test.ts', 'src/a.test.tsx', 'docs.md']) writeFileSync(root + path, 'a')
  expect(await stampSources(root)).toBe(stamp)
  writeFileSync(`${root}src/a.tests.ts`, 'a')
  expect(await stampSources(root)).not.toBe(stamp)
})
