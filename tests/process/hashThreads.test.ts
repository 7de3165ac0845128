import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitsPassword, hashPassword } from '#server/modules/session/passwordHash.ts'

const SCHED_OTHER = 0
/** Nice value of a hash thread: about a tenth of a processor while other threads are busy (decision 0101). */
const LOW = 10

/** Returns the scheduling policy and nice value of each thread of this process, by thread id. */
const threads = (): Map<string, { policy: number; nice: number }> =>
  new Map(
    readdirSync('/proc/self/task').map((thread) => {
      // Split behind the thread's name, which may contain spaces: nice is then at index 16, the policy at 38.
      const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return [thread, { policy: Number(fields[38]), nice: Number(fields[16]) }]
    }),
  )

// Only Linux shows the priority of a thread in /proc.
test.runIf(process.platform === 'linux')(
  'passwords are hashed in low-priority threads of the ordinary policy, and nothing else runs at low priority',
  async () => {
    const before = threads()
    expect([...before.values()].filter(({ nice }) => nice === LOW)).toEqual([])
    const phc = await hashPassword('Haeundae-2026!')
    expect(await fitsPassword(phc, 'Haeundae-2026!')).toBe(true)
    const hashing = [...threads()].filter(([id, { nice }]) => !before.has(id) && nice === LOW)
    expect(hashing).not.toEqual([])
    expect(new Set([...threads().values()].map(({ policy }) => policy))).toEqual(new Set([SCHED_OTHER]))
    expect(threads().get(String(process.pid))?.nice).not.toBe(LOW)
  },
)
