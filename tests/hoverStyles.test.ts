import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A touch leaves `:hover` behind, so hover styles apply only where the pointer can hover. */

/** Returns the selectors with `:hover` that no `@media (hover: hover)` contains. */
const unguarded = (css: string): string[] => {
  const open: string[] = []
  const rules: string[] = []
  for (const [, prelude = '', brace] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{}])/g)) {
    if (brace === '}') {
      open.pop()
      continue
    }
    const selector = prelude.trim()
    if (selector.includes(':hover') && !open.some((rule) => /^@media.*\(hover: hover\)/.test(rule)))
      rules.push(selector)
    open.push(selector)
  }
  return rules
}

test('a rule for hover outside of its media query is reported', () => {
  expect(unguarded('.a { color: red } .a:hover { color: blue }')).toEqual(['.a:hover'])
  expect(unguarded('@media (width > 1rem) { .a:hover { color: blue } }')).toEqual(['.a:hover'])
  expect(unguarded('@media (hover: hover) { .a:hover { color: blue } } .b:hover { color: red }')).toEqual(['.b:hover'])
})

test('all styles for hover apply only where the pointer can hover', () => {
  const files = globSync('src/**/*.css')
  expect(files.length).toBeGreaterThan(20)
  const rules = files.flatMap((file) => unguarded(readFileSync(file, 'utf8')).map((rule) => `${file}: ${rule}`))
  expect(rules).toEqual([])
})
