import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitsPassword, hashPassword } from '#server/modules/session/hash.ts'

const SCHED_OTHER = 0
const LOWEST = 19

/** Scheduling policy and priority of each thread of this process, by id. */
const threads = (): Map<string, { policy: number; nice: number }> =>
  new Map(
    readdirSync('/proc/self/task').map((thread) => {
      // Behind the name, which may hold anything: the priority is the 17th, the policy the 39th.
      const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return [thread, { policy: Number(fields[38]), nice: Number(fields[16]) }]
    }),
  )

// Only Linux shows the priority of a thread; elsewhere threads have the usual one.
test.runIf(process.platform === 'linux')(
  'passwords are hashed in ordinary threads of the lowest priority, and nothing else runs in such',
  async () => {
    const before = threads()
    expect([...before.values()].filter(({ nice }) => nice === LOWEST)).toEqual([])
    const phc = await hashPassword('Haeundae-2026!')
    expect(await fitsPassword(phc, 'Haeundae-2026!')).toBe(true)
    const hashing = [...threads()].filter(([id, { nice }]) => !before.has(id) && nice === LOWEST)
    expect(hashing).not.toEqual([])
    expect(new Set([...threads().values()].map(({ policy }) => policy))).toEqual(new Set([SCHED_OTHER]))
    expect(threads().get(String(process.pid))?.nice).not.toBe(LOWEST)
  },
)
