import { expect, test } from 'vitest'
import { deviceProofBytes } from './deviceProof.ts'

test('the nonce behind its own heading, and nothing but ASCII', () => {
  expect(() => deviceProofBytes('é')).toThrow(RangeError)
  expect(Buffer.from(deviceProofBytes('abc-_9')).toString()).toBe('harbor-pass device\nabc-_9')
})
