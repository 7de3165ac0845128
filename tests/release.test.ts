import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLater, release, ReleaseError } from '../scripts/release.ts'
import { read } from './harness/documents.ts'

/** `npm run release`, in a repository of its own. */

const CHANGELOG = `# Changelog

Preface.

## Unreleased

### Added

- A map of $& and $1.

## 0.2.0 – 2026-11-24

- Older.
`
const LOCK = {
  name: 'shop',
  version: '0.2.0',
  packages: { '': { name: 'shop', version: '0.2.0' }, 'node_modules/other': { version: '0.2.0' } },
}

let folder = ''
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const make = (version?: string) => () => release(folder, version, '2026-12-01')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harbor-release-'))
  git('init', '--quiet')
  git('config', 'user.name', 'Release')
  git('config', 'user.email', 'release@shop.example')
  git('config', 'commit.gpgsign', 'false')
  git('config', 'tag.gpgsign', 'false')
  put('CHANGELOG.md', CHANGELOG)
  put('package.json', `${JSON.stringify({ name: 'shop', version: '0.2.0', private: true }, null, 2)}\n`)
  put('package-lock.json', `${JSON.stringify(LOCK, null, 2)}\n`)
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('refuses a version that is none or not later, a changed tree, a used tag and an empty changelog', () => {
  const before = git('rev-parse', 'HEAD')
  for (const version of [undefined, '', 'v0.3.0', '0.3', '0.3.0-rc1', '00.3.0', '0.2.0', '0.1.9'])
    expect(make(version), version).toThrow(ReleaseError)

  put('stray.txt', 'not committed')
  expect(make('0.3.0')).toThrow('not committed')
  rmSync(join(folder, 'stray.txt'))

  git('tag', 'v0.3.0')
  expect(make('0.3.0')).toThrow('exists')
  git('tag', '--delete', 'v0.3.0')

  expect(git('rev-parse', 'HEAD')).toBe(before)
  expect(git('status', '--porcelain')).toBe('')
  put('CHANGELOG.md', CHANGELOG.replace(/### Added[\s\S]*?(?=## 0)/, ''))
  git('commit', '--quiet', '--all', '--message', 'nothing new')
  expect(make('0.3.0')).toThrow('nothing under “Unreleased”')
  expect(text('package.json')).toContain('"version": "0.2.0"')
})

test('moves the entries below the version with its date, sets it in both files, commits and tags', () => {
  expect(make('0.3.0')()).toBe('v0.3.0')
  expect(text('CHANGELOG.md')).toBe(
    CHANGELOG.replace('## Unreleased\n', () => '## Unreleased\n\n## 0.3.0 – 2026-12-01\n'),
  )
  expect(JSON.parse(text('package.json'))).toMatchObject({ version: '0.3.0', private: true })
  expect(JSON.parse(text('package-lock.json'))).toEqual({
    name: 'shop',
    version: '0.3.0',
    packages: { '': { name: 'shop', version: '0.3.0' }, 'node_modules/other': { version: '0.2.0' } },
  })
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s')).toBe('build(release): 0.3.0')
  expect(git('cat-file', '-t', 'v0.3.0')).toBe('tag')
  expect(git('rev-parse', 'v0.3.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  // The section is empty now.
  expect(make('0.4.0')).toThrow('nothing under “Unreleased”')
})

test('versions are compared by number', () => {
  expect(isLater('0.10.0', '0.9.9')).toBe(true)
  expect(isLater('1.0.0', '0.99.99')).toBe(true)
  expect(isLater('0.9.10', '0.10.0')).toBe(false)
  expect(isLater('0.2.0', '0.2.0')).toBe(false)
})

test('the changelog and the package of this repository have the form that a release needs', () => {
  expect(read('CHANGELOG.md')).toMatch(/^## Unreleased\n/m)
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const lock = read('package-lock.json')
  // A lock file begins with the package itself: its version stands there twice, before those of its dependencies.
  expect(lock.split(`"version": "${version}"`, 3).slice(0, 2).join('').length).toBeLessThan(300)
})
