// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { documentJar } from './tokens.ts'

test('a cookie is read as it was written, with any characters, and not by the prefix of its name', () => {
  const jar = documentJar()
  jar.set('tokenOld', 'old', null)
  expect(jar.get('token')).toBeNull()
  jar.set('token', 'a=b; ü', 60)
  expect(jar.get('token')).toBe('a=b; ü')
  jar.remove('token')
  expect(jar.get('token')).toBeNull()
})
