import { expect, test } from 'vitest'
import { isOwnWorker } from './trusted.ts'

const ORIGIN = 'https://pass.example'

test.each([
  'https://evil.example/assets/gateScanWorker-a1.js',
  'https://pass.example.evil.example/assets/gateScanWorker-a1.js',
  `${ORIGIN}/assets/other-a1.js`,
  `${ORIGIN}/assets/gateScanWorker-a1.js?x`,
  `${ORIGIN}/assets/gateScanWorker-a/../../api/x.js`,
  `blob:${ORIGIN}/assets/gateScanWorker-a1.js`,
  'data:text/javascript,1',
  '/sw.js?x',
])('%s is no script of a worker', (address) => {
  expect(isOwnWorker(address, ORIGIN)).toBe(false)
})

test.each(['/sw.js', `${ORIGIN}/assets/gateScanWorker-Cx_9-a1.js`])('%s is one of our two workers', (address) => {
  expect(isOwnWorker(address, ORIGIN)).toBe(true)
})
