import { spawn } from 'node:child_process'
import { NUMBERS, RUNS, type Run } from './faultRuns.ts'

/**
 * The long runs: 200 kills of the server instead of 20; races, bad requests and model histories in the promised sizes;
 * the offline journey in Firefox and WebKitGTK. A size in the environment overrides the promised one; arguments are
 * passed to the test runner.
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
