import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readCommand } from '#server/http/command.ts'

test('a file that names a field twice is refused: terms cannot be changed later', () => {
  const read = (text: string) => readCommand(z.strictObject({ until: z.string() }), Buffer.from(text))
  expect(() => read('{"until":"2026-12-01","until":"2027-12-01"}')).toThrow('it names a field twice')
  expect(() => read('')).toThrow('This is no JSON')
  expect(read('{"until":"2026-12-01"}')).toEqual({ until: '2026-12-01' })
})
