import { expect, test } from 'vitest'
import { cleaned, isClean, isEmail, passName } from './text.ts'

test.each([
  ['Mei', 'Mei'],
  ['  美惠 ', '美惠'],
  // One grapheme, however it is encoded.
  ['Zoe\u0308', 'Zoë'],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  ['👨‍👩‍👧'.repeat(20), '👨‍👩‍👧'.repeat(20)],
])('the pass name %j becomes %j', (typed, normalized) => {
  expect(passName(typed)).toBe(normalized)
})

test.each([
  ['nothing', ''],
  ['blanks', ' \t '],
  ['nothing to be seen', '\u200b\u200d'],
  ['twenty-one letters', 'a'.repeat(21)],
  ['one letter with a tower of marks', `a${'\u0301'.repeat(300)}`],
  ['two lines', 'Mei\nDad'],
  ['a tab', 'Mei\tDad'],
  ['a line separator', 'Mei\u2028Dad'],
  ['a control character', 'Mei\u0007'],
  ['a change of direction', '\u202eMei'],
  ['half a character', 'Mei\ud83d'],
])('%s is no pass name', (_, typed) => {
  expect(passName(typed)).toBeNull()
})

test.each([
  ['a bell', 'Mei\u0007'],
  ['an escape', 'Mei\u001b[2K'],
  ['the same in one character', 'Mei\u009b2K'],
  ['a next line', 'Mei\u0085Dad'],
  ['a change of direction', '\u202eMei'],
  ['half a character', 'Mei\ud83d'],
])('a text with %s is not clean', (_, value) => {
  expect(isClean(value)).toBe(false)
  expect(isClean(cleaned(value))).toBe(true)
  expect(cleaned(value)).toContain('Mei')
})

test.each(['美惠', 'Zoë 👨‍👩‍👧', 'one\ttwo', 'one\ntwo', 'one\r\ntwo', '\u00a0Mei', 'one\u2028two', 'one\u2029two'])(
  '%j is clean',
  (value) => expect(isClean(value)).toBe(true),
)

test.each(['mei@mail.example', 'a.b+c@sub.mail.example', 'a@[127.0.0.1]', 'a@[255.255.255.255]', 'a@[0.0.0.0]'])(
  '%s is a well-formed email address',
  (address) => expect(isEmail(address)).toBe(true),
)

test.each([
  'a@[1]2]3]4]',
  'a@[1.2.3.4',
  'a@1.2.3.4]',
  'a@[1.2.3]',
  'a@[1.2.3.4.5]',
  'a@[1.2.3.]',
  'a@[256.1.1.1]',
  'a@[1.2.3.4]]',
  'a@[]',
  'a@mail',
  '@mail.example',
  'a..b@mail.example',
])('%s is no email address', (address) => expect(isEmail(address)).toBe(false))
