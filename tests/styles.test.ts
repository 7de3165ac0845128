import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { rulesOf } from '../scripts/build/critical.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const SHEETS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

/** Selectors with `:hover` outside `@media (hover: hover)`: a phone keeps that state after a tap. */
const bareHovers = (css: string): string[] =>
  rulesOf(css).flatMap(({ head, body }) => {
    if (body === null || /^@media.*\(hover:\s*hover\)/.test(head)) return []
    return [...(head.includes(':hover') ? [head] : []), ...bareHovers(body)]
  })

describe('hover styles', () => {
  test('the style sheets exist', () => {
    expect(SHEETS.length).toBeGreaterThan(30)
  })

  test('a rule outside of the media query is found, also when nested', () => {
    const css = '.a:hover{x:y}@media (hover: hover){.b:hover{x:y}}@media print{.c:hover{x:y}}.d{&:hover{x:y}}.e{x:y}'
    expect(bareHovers(css)).toEqual(['.a:hover', '.c:hover', '&:hover'])
  })

  test.each(SHEETS)('%s applies them only where the device can hover', (file) => {
    const css = readFileSync(SOURCES + file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    expect(bareHovers(css)).toEqual([])
  })
})
