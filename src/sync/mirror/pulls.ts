import type { Api } from '#api/client.ts'
import { failed, type Answer, type Failure } from '#api/failure.ts'
import { createCell, type Cell } from '../cell.ts'
import { Gone } from '../outbox/home.ts'
import type { Platform } from '../platform.ts'
import type { Here } from '../session.ts'
import type { PhoneStorage } from '../storage.ts'
import type { Locale } from '#contract/locales.ts'
import { askChanges, keepCursor, renew } from './changes.ts'
import { MIRROR_PARTS, PARTS, type MirrorPart } from './parts.ts'
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
  locale: () => Locale
  /** Storage failed under a pull. */
  broken: (error: unknown) => void
}

export interface Pulls {
  part: (part: MirrorPart, force?: boolean) => Promise<Answer<unknown>>
  /** What a screen shows of a part is looked at again: with all that has changed, or alone where nothing is kept. */
  look: (part: MirrorPart) => Promise<Answer<unknown>>
  /** Asks what has changed, and brings that. */
  changes: (force?: boolean) => Promise<Answer<unknown>>
  shared: (shared: Shared, force?: boolean) => Promise<Answer<unknown>>
  /** Keys whose last pull failed, and why. */
  failures: Cell<ReadonlyMap<string, Failure>>
  /** What was told while storage is refused, by part or key. */
  memory: Cell<ReadonlyMap<string, Told>>
  /** Somebody else is here. */
  forget: () => void
}

/** A repeated failure of the same kind renders nothing anew. */
const isSame = (a: Failure | undefined, b: Failure): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b)

/** The name that the look for changes runs under. */
const SYNC = 'sync'

/** Brings the mirror up to date: one request for all who ask, failures remembered. */
export const createPulls = ({ platform, api, storage, here, now, locale, broken }: PullsDeps): Pulls => {
  const failures = createCell<ReadonlyMap<string, Failure>>(new Map())
  const memory = createCell<ReadonlyMap<string, Told>>(new Map())
  const running = new Map<string, Promise<Answer<unknown>>>()
  const pulledAt = new Map<string, number>()
  const told: Answer<unknown> = { ok: true, data: null }

  const remember = (key: string, data: unknown, etag: string | null) =>
    memory.set(new Map([...memory.get(), [key, { data, at: now(), etag }]]))

  /** Notes why the last pull of these keys failed; `null`: it did not. */
  const mark = (keys: readonly string[], failure: Failure | null) => {
    const before = failures.get()
    const next = new Map(before)
    for (const key of keys) {
      if (failure) next.set(key, failure)
      else next.delete(key)
    }
    if (next.size !== before.size || (failure && keys.some((key) => !isSame(before.get(key), failure))))
      failures.set(next)
  }

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
        mark([key], answer.ok ? null : answer.failure)
        return answer
      })
    running.set(key, pull)
    return pull
  }

  const part: Pulls['part'] = (name, force = false) => {
    const asked = here.get()
    if (asked.state !== 'member') return Promise.resolve(failed({ kind: 'auth' }))
    return once(name, force, async () => {
      const { home, memberId } = asked
      if (home) {
        let answer: Answer<unknown> = told
        await storage.writing(async () => {
          answer = await pullPart(home, api, name, now)
        })
        return answer
      }
      const answer = await PARTS[name].fetch(api, memberId)
      const current = here.get()
      if (answer.ok && 'memberId' in current && current.memberId === memberId) remember(name, answer.data, null)
      return answer
    })
  }
  /** A pull that was begun before may have missed what has changed: another one follows it. */
  const afresh = async (name: MirrorPart) => {
    await running.get(name)
    return part(name, true)
  }
  /** The pass first; the rest side by side. */
  const bring = async (parts: readonly MirrorPart[]): Promise<Answer<unknown>> => {
    const first = parts.includes('passes') ? await afresh('passes') : told
    const rest = await Promise.all(parts.filter((name) => name !== 'passes').map(afresh))
    return [first, ...rest].find(({ ok }) => !ok) ?? told
  }
  let after: Promise<Answer<unknown>> | null = null
  const changes: Pulls['changes'] = (force = false) => {
    const already = running.get(SYNC)
    if (force && already) {
      // The one under way may have asked before what this one is about.
      after ??= already.then(() => {
        after = null
        return changes(true)
      })
      return after
    }
    const asked = here.get()
    if (asked.state !== 'member') return Promise.resolve(failed({ kind: 'auth' }))
    const { home } = asked
    return once(SYNC, force, async () => {
      if (!home) return told
      const words = locale()
      const answer = await askChanges(home, api, words)
      if (!answer.ok) {
        mark(MIRROR_PARTS, answer.failure)
        return answer
      }
      const { changed, same, cursor } = answer.data
      mark(same, null)
      const brought = await bring(changed)
      await storage.writing(async () => {
        await renew(home, same, now())
        if (brought.ok) await keepCursor(home, cursor, words)
      })
      return brought
    })
  }

  return {
    failures,
    memory,
    part,
    look: (name) => {
      const now = here.get()
      return 'home' in now && now.home ? changes() : part(name)
    },
    changes,
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
      failures.set(new Map([...failures.get()].filter(([key]) => isShared(key))))
      memory.set(new Map([...memory.get()].filter(([key]) => isShared(key))))
    },
  }
}
