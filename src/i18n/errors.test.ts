import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { translate } from '#server/texts.ts'
import { ERROR_TEXTS } from './errors.ts'

/** Failures that only the client has. */
const OF_THE_CLIENT = ['OFFLINE', 'STORAGE', 'UNKNOWN']

test('each error code has one text, the same in client and server', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  expect(Object.keys(ERROR_TEXTS).toSorted()).toEqual([...codes, ...OF_THE_CLIENT].toSorted())
  const client = codes.map((code) => [code, ERROR_TEXTS[code].id, ERROR_TEXTS[code].message])
  expect(client).toEqual(codes.map((code) => [code, `error.${code}`, translate('en', `error.${code}`)]))
})

test('a failure that only the client has has a text under its own id', () => {
  const texts = OF_THE_CLIENT.map((code) => ERROR_TEXTS[code as keyof typeof ERROR_TEXTS])
  expect(texts.map(({ id }) => id)).toEqual(OF_THE_CLIENT.map((code) => `error.${code}`))
  expect(texts.map(({ message }) => (message ?? '').length > 10)).toEqual([true, true, true])
})
