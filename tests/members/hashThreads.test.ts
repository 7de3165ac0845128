import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitsPassword, hashPassword } from '#server/modules/session/hash.ts'

const SCHED_IDLE = 5

/** Can a thread be told to step aside on this system? */
const canYield = (): boolean => {
  try {
    execFileSync('chrt', ['--version'], { stdio: 'ignore' })
    return process.platform === 'linux'
  } catch {
    return false
  }
}

/** Threads of this process that run only when nobody else would. */
const idle = (): string[] =>
  readdirSync('/proc/self/task').filter((thread) => {
    // Behind the name, which may hold anything, the policy is the 39th.
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return Number(fields?.[38]) === SCHED_IDLE
  })

test.runIf(canYield())('hashes step aside for whoever wakes, and nothing else does', async () => {
  expect(idle()).toEqual([])
  const phc = await hashPassword('Haeundae-2026!')
  expect(await fitsPassword(phc, 'Haeundae-2026!')).toBe(true)
  expect(idle()).not.toEqual([])
  expect(idle()).not.toContain(String(process.pid))
})
