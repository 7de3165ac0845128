import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { withExactOne, fillSeed } from '../scripts/copyEnglish.ts'
import { read } from './harness/documents.ts'

test('English texts are copied to a language that lacks them, on one line or on several', () => {
  const seed = `{ "id": "a", "days": 3, "text": {
    "en": "For {days} days, \\"at most\\"",
    "ko": "{days}일"
  }, "name": { "en": "Tower", "ko": "타워", "jp": "タワー" } }`
  expect(fillSeed(seed, 'jp')).toBe(`{ "id": "a", "days": 3, "text": {
    "en": "For {days} days, \\"at most\\"",
    "ko": "{days}일",
    "jp": "For {days} days, \\"at most\\""
  }, "name": { "en": "Tower", "ko": "타워", "jp": "タワー" } }`)
})

test('a complete seed stays as it is', () => {
  const seeds = readdirSync('server/db/seed').map((file) => read(`server/db/seed/${file}`))
  expect(seeds.length).toBeGreaterThan(10)
  for (const seed of seeds) for (const locale of LOCALES) expect(fillSeed(seed, locale)).toBe(seed)
})

test('the English form for one becomes the form for exactly 1', () => {
  expect(withExactOne('{n, plural, one {One day} other {# days}} in one {place}')).toBe(
    '{n, plural, =1 {One day} other {# days}} in one {place}',
  )
})
