import { expect, test } from 'vitest'
import { deviceProofBytes } from './deviceProof.ts'

test('deviceProofBytes are a heading and the nonce, which must be ASCII', () => {
  expect(() => deviceProofBytes('é')).toThrow(RangeError)
  expect(Buffer.from(deviceProofBytes('abc-_9')).toString()).toBe('harbor-pass device\nabc-_9')
})
