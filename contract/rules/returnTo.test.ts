import { expect, test } from 'vitest'
import { returnTo } from './returnTo.ts'

test.each([
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/home//evil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%2e%2e/%2fevil.example',
  '/%09/evil.example',
  '/%252fevil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  'home',
  'evil.example/home',
  '@evil.example',
  '/home\u0000',
  '/\u2028/evil.example',
  '/\ud800',
  '',
  `/${'a'.repeat(1024)}`,
  '/login',
  '/login?returnTo=%2Flogin',
  '/join/terms',
  '/api/v1/mypage/myPage',
  undefined,
  null,
  7,
  ['/home'],
])('returnTo of %j is /home', (value) => {
  expect(returnTo(value)).toBe('/home')
})

test.each([
  '/',
  '/pass',
  '/pass/pass-big3-mobile',
  '/pass/paymentInfo?gdsDtlUid=pass-big3-mobile&passCnt=2&promoCode=HARBOR10',
  '/attractions?q=%EB%B0%94%EB%8B%A4',
  '/attractions?from=https://harborpass.example//x',
  '/service/inquiry#form',
  '/joined',
])('returnTo of %s is unchanged', (value) => {
  expect(returnTo(value)).toBe(value)
})

test('any path that returnTo accepts stays on its origin', () => {
  for (const value of ['/..;/x', '/a:b@c', '/?//evil.example', '/#//evil.example', '/~x', '/a/;/b'])
    expect(new URL(returnTo(value), 'https://harborpass.example').origin).toBe('https://harborpass.example')
})
