import { spawn } from 'node:child_process'
import { NUMBERS, RUNS, type Run } from './faultRuns.ts'

/**
 * The long runs: 200 kills of the server instead of 20, and the races, the bad requests and the histories of the model
 * in the numbers that were promised; the journey with no signal in Firefox and WebKitGTK. A number in the environment
 * goes before the promised one; arguments go on to the test runner.
 */
const run = ({ options, files }: Run): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn('vitest', ['run', ...options, ...files, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...NUMBERS, ...process.env },
    })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })

const codes: number[] = []
for (const one of RUNS) codes.push(await run(one))
process.exit(codes.find((code) => code !== 0) ?? 0)
