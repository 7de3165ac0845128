import { expect, test } from 'vitest'
import { detail } from '#contract/calls/terms.ts'
import { time } from '#contract/calls/main.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { checkAnswer } from '../harness/answers.ts'

const ok = { code: '200', message: 'OK' }
const refused = (code: string) => ({ status: { code, message: 'No.' }, data: null })

test("checkAnswer throws for a field, a code or a status that the API's document does not have for the call", () => {
  const data = { code: 'service', title: 'Terms', requiredYn: 'Y', effectiveDate: '2026-01-01', sections: [] }
  const check = (body: unknown, http = 200, call = detail as Parameters<typeof checkAnswer>[0]) =>
    checkAnswer(call, { http, body })
  expect(() => check({ status: ok, data })).not.toThrow()
  expect(() => check(null, 304)).not.toThrow()
  expect(() => check(refused('E_NOT_FOUND'))).not.toThrow()
  expect(() => check({ status: ok, data: { ...data, passwordHash: 'x' } })).toThrow(/passwordHash/)
  expect(() => check({ status: ok, data: { ...data, sections: [{ heading: 'a', body: 'b', id: 1 }] } })).toThrow(/"id"/)
  expect(() => check({ status: { ...ok, serverNow: 1 }, data })).toThrow(/serverNow/)
  expect(() => check({ status: ok, data, more: 1 })).toThrow(/more/)
  expect(() => check(refused('E_COUPON'))).toThrow(/E_COUPON/)
  expect(() => check({ ...refused('E_NOT_FOUND'), data })).toThrow(/null/)
  expect(() => check(refused('E_NOT_FOUND'), 404)).toThrow(/404/)
  expect(() => check(null, 304, time)).toThrow(/304/)
  expect(() => check(refused('E_TOKEN'), 400, myPage)).not.toThrow()
  expect(() => check(refused('E_TOKEN'), 400)).toThrow(/400/)
})
