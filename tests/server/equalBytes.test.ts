import { expect, test } from 'vitest'
import { equalBytes } from '#server/equalBytes.ts'

test('secrets of another length or content are not equal, and the same bytes are, as text or not', () => {
  expect(equalBytes('secret', 'secre')).toBe(false)
  expect(equalBytes('secret', '')).toBe(false)
  // As many characters, not as many bytes.
  expect(equalBytes('secret', 'secr가')).toBe(false)
  expect(equalBytes('secret', 'Secret')).toBe(false)
  expect(equalBytes('secret', Buffer.from('secret'))).toBe(true)
  expect(equalBytes('', '')).toBe(true)
})
