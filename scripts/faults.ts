import { spawn } from 'node:child_process'
import { NUMBERS, replayRun, RUNS, type Run } from './faultRuns.ts'

/**
 * The long runs: 200 kills of the server instead of 20; races, bad requests and model histories in the promised sizes;
 * the offline journey in Firefox and WebKitGTK. A size in the environment overrides the promised one; arguments are
 * passed to the test runner. `--replay <file>` runs one history of the model that failed, as its test wrote it.
 */
const run = ({ options, files }: Run, args: readonly string[], env: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn('vitest', ['run', ...options, ...files, ...args], {
      stdio: 'inherit',
      env: { ...env, ...process.env },
    })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })

const args = process.argv.slice(2)
const [option, path, ...rest] = args
if (option === '--replay' && path === undefined) {
  console.error('--replay needs the file of a history.')
  process.exit(2)
}
const replay = option === '--replay' && path !== undefined ? replayRun(path) : null
const codes: number[] = []
if (replay) codes.push(await run(replay.run, rest, replay.env))
else for (const one of RUNS) codes.push(await run(one, args, NUMBERS))
process.exit(codes.find((code) => code !== 0) ?? 0)
