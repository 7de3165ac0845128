import type { Api } from '#api/client.ts'
import { failed, type Answer } from '#api/failure.ts'
import { createCell, type Cell } from '../cell.ts'
import { Gone } from '../outbox/home.ts'
import type { Platform } from '../platform.ts'
import type { Here } from '../session.ts'
import type { PhoneStorage } from '../storage.ts'
import { PARTS, type MirrorPart } from './parts.ts'
import { pullPart } from './pull.ts'
import { pullShared, type Shared, type Told } from './shared.ts'

/** Asked again within that time only on the person's word. */
const FRESH_MS = 10_000

export interface PullsDeps {
  platform: Platform
  api: Api
  storage: PhoneStorage
  here: Cell<Here>
  now: () => number
  /** Storage failed under a pull. */
  broken: (error: unknown) => void
}

export interface Pulls {
  part: (part: MirrorPart, force?: boolean) => Promise<Answer<unknown>>
  shared: (shared: Shared, force?: boolean) => Promise<Answer<unknown>>
  /** Keys whose last pull failed. */
  failures: Cell<ReadonlySet<string>>
  /** What was told while storage is refused, by part or key. */
  memory: Cell<ReadonlyMap<string, Told>>
  /** Somebody else is here. */
  forget: () => void
}

/** Brings the mirror up to date: one request for all who ask, failures remembered. */
export const createPulls = ({ platform, api, storage, here, now, broken }: PullsDeps): Pulls => {
  const failures = createCell<ReadonlySet<string>>(new Set())
  const memory = createCell<ReadonlyMap<string, Told>>(new Map())
  const running = new Map<string, Promise<Answer<unknown>>>()
  const pulledAt = new Map<string, number>()
  const told: Answer<unknown> = { ok: true, data: null }

  const remember = (key: string, data: unknown, etag: string | null) =>
    memory.set(new Map([...memory.get(), [key, { data, at: now(), etag }]]))

  const once = (key: string, force: boolean, job: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> => {
    const already = running.get(key)
    if (already) return already
    const last = pulledAt.get(key)
    if (!force && last !== undefined && platform.monotonic() - last < FRESH_MS) return Promise.resolve(told)
    const pull = job()
      .catch((error: unknown) => {
        if (!(error instanceof Gone)) broken(error)
        return failed({ kind: 'transport', reached: false })
      })
      .then((answer) => {
        if (running.get(key) !== pull) return answer
        running.delete(key)
        if (answer.ok) pulledAt.set(key, platform.monotonic())
        if (failures.get().has(key) === answer.ok) {
          const next = new Set(failures.get())
          if (answer.ok) next.delete(key)
          else next.add(key)
          failures.set(next)
        }
        return answer
      })
    running.set(key, pull)
    return pull
  }

  return {
    failures,
    memory,
    part: (part, force = false) => {
      const asked = here.get()
      if (asked.state !== 'member') return Promise.resolve(failed({ kind: 'auth' }))
      return once(part, force, async () => {
        const { home, memberId } = asked
        if (home) {
          let answer: Answer<unknown> = told
          await storage.writing(async () => {
            answer = await pullPart(home, api, part, now)
          })
          return answer
        }
        const answer = await PARTS[part].fetch(api, memberId)
        const current = here.get()
        if (answer.ok && 'memberId' in current && current.memberId === memberId) remember(part, answer.data, null)
        return answer
      })
    },
    shared: (shared, force = false) =>
      once(shared.key, force, async () => {
        const device = storage.device()
        if (!device) {
          const answer = await shared.fetch(api, undefined)
          if (answer.ok) remember(shared.key, answer.data.data, answer.data.etag)
          return answer
        }
        let answer: Answer<unknown> = told
        await storage.writing(async () => {
          answer = await pullShared(device, api, shared, now)
        })
        return answer
      }),
    forget: () => {
      const isShared = (key: string) => key.includes(':')
      for (const key of [...running.keys(), ...pulledAt.keys()]) {
        if (isShared(key)) continue
        running.delete(key)
        pulledAt.delete(key)
      }
      failures.set(new Set([...failures.get()].filter(isShared)))
      memory.set(new Map([...memory.get()].filter(([key]) => isShared(key))))
    },
  }
}
