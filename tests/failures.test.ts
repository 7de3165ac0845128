import { expect, test } from 'vitest'
import { playwrightFailures, vitestFailures } from '../scripts/failures.ts'

test('a failed test is named with its file, the first line of its message and its place', () => {
  const passed = { status: 'passed', fullName: 'the stock is counted', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'a sale takes one unit',
    failureMessages: [
      '\u001b[31mAssertionError\u001b[39m: expected 3 to be 2\n    at expectStock (/project/tests/payment/stock.ts:30:5)\n    at /project/tests/payment/stock.test.ts:7:3\n    at file:///project/node_modules/runner/run.ts:1:2',
    ],
  }
  const report = {
    testResults: [
      { name: '/project/tests/payment/stock.test.ts', status: 'failed', assertionResults: [passed, failed] },
      { name: '/project/tests/payment/price.test.ts', status: 'passed', assertionResults: [passed] },
      { name: '/project/sw/push.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  }
  expect(vitestFailures(report, '/project')).toEqual([
    'tests/payment/stock.test.ts › a sale takes one unit › AssertionError: expected 3 to be 2 › stock.ts:30 < stock.test.ts:7',
    'sw/push.test.ts › Cannot find module',
  ])
})

test('a failed browser test is named in every group, and so is an error that prevents the run', () => {
  const spec = (title: string, ok: boolean, message?: string, stack?: string) => ({
    ok,
    title,
    file: 'gate.spec.ts',
    line: 12,
    tests: [{ results: [message === undefined ? {} : { error: { message, ...(stack !== undefined && { stack }) } }] }],
  })
  const report = {
    errors: [{ message: 'the build failed\nsecond line' }],
    suites: [
      {
        specs: [spec('opens', true), spec('closes', false, 'Error: still open\n  at gate.spec.ts:14')],
        suites: [
          {
            specs: [
              spec('hung', false),
              spec(
                'shows it',
                false,
                "Error: \u001b[2mexpect(\u001b[22mlocator).toBeVisible() failed\n\nLocator: locator('dialog[open]')\nExpected: visible",
                'Error: …\n    at Keyboard.moveTo (/project/e2e/harness/keyboard.ts:58:26)\n    at /project/e2e/gate.spec.ts:94:5',
              ),
            ],
          },
        ],
      },
    ],
  }
  expect(playwrightFailures(report)).toEqual([
    'the build failed',
    'gate.spec.ts:12 › closes › Error: still open',
    'gate.spec.ts:12 › hung',
    "gate.spec.ts:12 › shows it › Error: expect(locator).toBeVisible() failed › locator('dialog[open]') › keyboard.ts:58 < gate.spec.ts:94",
  ])
})
