import { spawn } from 'node:child_process'

/** The long runs: 200 kills of the server instead of 20. Arguments go on to the test runner. */
const child = spawn('vitest', ['run', '--config', 'tests/faults/vitest.config.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, KILL_ROUNDS: process.env.KILL_ROUNDS ?? '200' },
})
child.on('error', (error) => {
  console.error(error.message)
  process.exit(127)
})
child.on('close', (code) => process.exit(code ?? 1))
