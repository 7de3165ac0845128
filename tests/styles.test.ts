import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transform, type Rule, type Selector } from 'lightningcss'
import { describe, expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const SHEETS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

const nameOf = (selector: Selector): string =>
  selector
    .map((component) => (component.type === 'class' ? component.name : component.type === 'nesting' ? '&' : ''))
    .join('')

/** Names of selectors with `:hover` outside `@media (hover: hover)`: a phone keeps that state after a tap. */
const bareHoversOf = (rules: Rule[]): string[] =>
  rules.flatMap((rule) => {
    if (rule.type === 'media')
      return JSON.stringify(rule.value.query).includes('"name":"hover"') ? [] : bareHoversOf(rule.value.rules)
    if (rule.type === 'supports') return bareHoversOf(rule.value.rules)
    if (rule.type !== 'style') return []
    const hovers = rule.value.selectors.filter((selector) => JSON.stringify(selector).includes('"kind":"hover"'))
    return [...hovers.map(nameOf), ...bareHoversOf(rule.value.rules ?? [])]
  })

const bareHovers = (css: string): string[] => {
  const names: string[] = []
  transform({
    filename: 'sheet.css',
    code: Buffer.from(css),
    visitor: { StyleSheet: ({ rules }) => void names.push(...bareHoversOf(rules)) },
  })
  return names
}

describe('hover styles', () => {
  test('the style sheets exist', () => {
    expect(SHEETS.length).toBeGreaterThan(30)
  })

  test('a rule outside of the media query is found, also when nested', () => {
    const css =
      '.a:hover{top:0}@media (hover: hover){.b:hover{top:0}}@media print{.c:hover{top:0}}.d{&:hover{top:0}}.e{top:0}'
    expect(bareHovers(css)).toEqual(['a', 'c', '&'])
  })

  test.each(SHEETS)('%s applies them only where the device can hover', (file) => {
    const css = readFileSync(SOURCES + file, 'utf8')
    expect(bareHovers(css)).toEqual([])
  })
})
