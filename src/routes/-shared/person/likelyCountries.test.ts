import { expect, test } from 'vitest'
import { sortCountries } from './likelyCountries.ts'

const COUNTRIES = [
  { code: 'DE', name: '德國' },
  { code: 'HK', name: '香港' },
  { code: 'KR', name: '韓國' },
  { code: 'TW', name: '台灣' },
]

test('a reader of Traditional Chinese finds Taiwan and Hong Kong before all other countries, each once', () => {
  const { likely, rest } = sortCountries(COUNTRIES, 'cht')
  expect(likely.map(({ code }) => code)).toEqual(['TW', 'HK'])
  expect(rest.map(({ code }) => code).toSorted()).toEqual(['DE', 'KR'])
})

test('countries that are not likely are sorted by their names in the language', () => {
  const named = [
    { code: 'ZA', name: 'South Africa' },
    { code: 'AT', name: 'Austria' },
    { code: 'GB', name: 'United Kingdom' },
  ]
  const { likely, rest } = sortCountries(named, 'en')
  expect(likely.map(({ code }) => code)).toEqual(['GB'])
  expect(rest.map(({ name }) => name)).toEqual(['Austria', 'South Africa'])
})
