import { expect, test } from 'vitest'
import { playwrightFailures, vitestFailures } from '../scripts/failures.ts'

test('a failed test is named with its file and the first line of its message', () => {
  const passed = { status: 'passed', fullName: 'the stock is counted', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'a sale takes one unit',
    failureMessages: ['\u001b[31mAssertionError\u001b[39m: expected 3 to be 2\n    at stock.test.ts:7:3'],
  }
  const report = {
    testResults: [
      { name: '/project/tests/payment/stock.test.ts', status: 'failed', assertionResults: [passed, failed] },
      { name: '/project/tests/payment/price.test.ts', status: 'passed', assertionResults: [passed] },
      { name: '/project/sw/push.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  }
  expect(vitestFailures(report, '/project')).toEqual([
    'tests/payment/stock.test.ts › a sale takes one unit › AssertionError: expected 3 to be 2',
    'sw/push.test.ts › Cannot find module',
  ])
})

test('a failed browser test is named in every group, and so is an error that prevents the run', () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    ok,
    title,
    file: 'gate.spec.ts',
    line: 12,
    tests: [{ results: [message === undefined ? {} : { error: { message } }] }],
  })
  const report = {
    errors: [{ message: 'the build failed\nsecond line' }],
    suites: [
      {
        specs: [spec('opens', true), spec('closes', false, 'Error: still open\n  at gate.spec.ts:14')],
        suites: [{ specs: [spec('hung', false)] }],
      },
    ],
  }
  expect(playwrightFailures(report)).toEqual([
    'the build failed',
    'gate.spec.ts:12 › closes › Error: still open',
    'gate.spec.ts:12 › hung',
  ])
})
