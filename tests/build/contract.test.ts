import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CALLS } from '#contract/calls/index.ts'
import { rowsOf } from '../../scripts/build/contractForBrowser.ts'
import { routesOf } from '../../scripts/build/screens.ts'

const FOLDER = fileURLToPath(new URL('../../contract/calls/', import.meta.url))

test('a row that is not a literal, and a file that does not parse, stop the build', () => {
  expect(() => rowsOf("export const a = call({ method: 'GET', path: BASE + '/a', who: 'member' })", 'a.ts')).toThrow(
    /a\.path/,
  )
  expect(() => rowsOf("export const a = call({ ...b, method: 'GET' })", 'a.ts')).toThrow(/a must be written out/)
  expect(() => rowsOf('export const = 1', 'a.ts')).toThrow()
})

test('a literal with a type assertion is a literal', () => {
  const text = "export const a = call({ method: 'GET' as const, path: '/a' satisfies Path as Path, who: 'member' })"
  expect(rowsOf(text, 'a.ts')).toContain("path: '/a' satisfies Path as Path")
})

test('the browser gets each call of the contract with the same method, path and flags, and no schema', async () => {
  const visited = new Set<string>()
  for (const file of readdirSync(FOLDER).filter(
    (name) => !/^(?:call|fields|groups|index)\.ts$|\.test\.ts$/.test(name),
  )) {
    const text = rowsOf(readFileSync(FOLDER + file, 'utf8'), FOLDER + file)
    expect(text).not.toMatch(/\bz\.|import/)
    const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Record<string, unknown>
    for (const [name, row] of Object.entries(module)) {
      const call = CALLS.get(`${file.replace('.ts', '')}.${name}`)
      if (!call) continue
      const {
        summary: _summary,
        params: _params,
        query: _query,
        body: _body,
        data: _data,
        refuses: _refuses,
        paced: _paced,
        travelCodes: _travelCodes,
        evenFull: _evenFull,
        ...withoutNumbers
      } = call
      expect(row).toEqual(withoutNumbers)
      visited.add(`${file.replace('.ts', '')}.${name}`)
    }
  }
  expect([...visited].toSorted()).toEqual([...CALLS.keys()].toSorted())
})

test('the guides answer to their four words only, so that they shadow no other address', () => {
  const { exact, patterns } = routesOf(['/home', '/$product/', '/$product/use'], [])
  const matches = (path: string) => exact[path] ?? patterns.find(([source]) => new RegExp(source).test(path))?.[1]
  expect(['/24h', '/48h', '/big3', '/big5/use'].map(matches)).toEqual(['app', 'app', 'app', 'app'])
  expect(['/nowhere', '/24H', '/robots.txt', '/124h', '/nowhere/use'].map(matches)).toEqual(Array(5).fill(undefined))
})

test('an unknown address has no shell, a detail has its own, and a clean screen the frame without navigation', () => {
  const { exact, patterns } = routesOf(
    ['/home', '/join/', '/attractions/$detail', '/pass/completed', '/setting'],
    [{ name: 'attractions/a', address: '/attractions/a' }],
    ['/pass/completed'],
  )
  const matches = (path: string) => exact[path] ?? patterns.find(([source]) => new RegExp(source).test(path))?.[1]
  expect(matches('/nowhere')).toBeUndefined()
  expect(matches('/attractions/a/b')).toBeUndefined()
  expect(matches('/')).toBe('home')
  expect(matches('/join')).toBe('join')
  expect(matches('/attractions/a')).toBe('attractions/a')
  expect(matches('/attractions/b')).toBe('app')
  expect(matches('/setting')).toBe('app')
  expect(matches('/pass/completed')).toBe('clean')
})
