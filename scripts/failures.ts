/**
 * Extracts the failures from vitest's and Playwright's reports: a line for each test with its first message line, the
 * element that it is about, and the lines of the test that led there.
 */

export interface VitestReport {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    ok: boolean
    title: string
    file: string
    line: number
    tests: { results: { error?: { message?: string; stack?: string } }[] }[]
  }[]
}
export interface PlaywrightReport {
  suites: PlaywrightSuite[]
  /** Errors in the set-up, and in files that could not be loaded. */
  errors?: { message?: string }[]
}

// oxlint-disable-next-line no-control-regex -- the colours of a terminal
const COLOURS = /\u001b\[[\d;]*m/g
const firstLine = (text: string | null | undefined): string =>
  (text ?? '').replace(COLOURS, '').trim().split('\n', 1)[0] ?? ''
const line = (...fields: string[]): string => fields.filter(Boolean).join(' › ')
/** Returns the line of a message that names the element which an expectation of Playwright is about. */
const locatorIn = (text = ''): string => /^Locator: +(.+)$/m.exec(text.replace(COLOURS, ''))?.[1] ?? ''
/** Returns the calls of a stack that stand in tests and their harness, the innermost first: `keyboard.ts:58 < pay.spec.ts:94`. */
const callsIn = (text = ''): string =>
  [...text.replace(COLOURS, '').matchAll(/^\s+at .*?([\w.-]+\.tsx?:\d+):\d+\)?$/gm)]
    .filter(([call]) => !call.includes('node_modules'))
    .map(([, place]) => place)
    .join(' < ')

/** Lists the failures of a vitest report. `root`: the project's folder, which is cut off file names. */
export const vitestFailures = (report: VitestReport, root: string): string[] =>
  report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [line(file, '', firstLine(message))]
    return failed.map(({ fullName, failureMessages }) => {
      const [message = ''] = failureMessages ?? []
      return line(file, fullName, firstLine(message), callsIn(message))
    })
  })

const suiteFailures = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line: at, tests }) => {
      const error = tests.flatMap(({ results }) => results.map((result) => result.error)).find((one) => one?.message)
      return line(`${file}:${at}`, title, firstLine(error?.message), locatorIn(error?.message), callsIn(error?.stack))
    }),
  ...suites.flatMap(suiteFailures),
]
/** Lists the failures of a Playwright report. */
export const playwrightFailures = ({ suites, errors = [] }: PlaywrightReport): string[] => [
  ...errors.map(({ message }) => firstLine(message)),
  ...suites.flatMap(suiteFailures),
]
