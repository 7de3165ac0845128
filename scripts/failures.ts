/** Extracts the failures from vitest's and Playwright's reports: a line for each test with its first message line. */

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
    tests: { results: { error?: { message?: string } }[] }[]
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
const line = (where: string, what: string, why: string): string => [where, what, why].filter(Boolean).join(' › ')

/** Lists the failures of a vitest report. `root`: the project's folder, which is cut off file names. */
export const vitestFailures = (report: VitestReport, root: string): string[] =>
  report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [line(file, '', firstLine(message))]
    return failed.map(({ fullName, failureMessages }) => line(file, fullName, firstLine(failureMessages?.[0])))
  })

const suiteFailures = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line: at, tests }) => {
      const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message))
      return line(`${file}:${at}`, title, firstLine(errors.find(Boolean)))
    }),
  ...suites.flatMap(suiteFailures),
]
/** Lists the failures of a Playwright report. */
export const playwrightFailures = ({ suites, errors = [] }: PlaywrightReport): string[] => [
  ...errors.map(({ message }) => firstLine(message)),
  ...suites.flatMap(suiteFailures),
]
