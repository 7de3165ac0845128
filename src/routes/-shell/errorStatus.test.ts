import { expect, test } from 'vitest'
import { errorStatusOf } from './errorStatus.ts'

test.each([
  [new Error('no such chunk'), { code: '500', message: 'no such chunk' }],
  ['thrown', { code: '500', message: '' }],
  [null, { code: '500', message: '' }],
  [{ status: 404 }, { code: '500', message: '' }],
  [{ status: { code: 404, message: 12 } }, { code: '500', message: '' }],
])('an error without a status of ours is a 500: %j', (error, status) => {
  expect(errorStatusOf(error)).toEqual(status)
})

test('the status of an answer is passed on unchanged', () => {
  const status = { code: 'E_BUSY', message: 'We are busy. Try again in a minute.' }
  expect(errorStatusOf(Object.assign(new Error('not this'), { status }))).toEqual(status)
})
