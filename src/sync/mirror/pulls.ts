import type { Api } from '#api/client.ts'
import { failedAnswer, type Answer, type Failure } from '#api/failure.ts'
import { createCell, type Cell } from '../cell.ts'
import { HomeClosedError } from '../outbox/home.ts'
import type { Platform } from '../platform.ts'
import type { SessionState } from '../session.ts'
import type { ClientStorage } from '../storage.ts'
import type { Locale } from '#contract/locales.ts'
import { askChanges, askPartChanges, CODE_PARTS, renew, storeCursor, storePartMark, type CodePart } from './changes.ts'
import { MIRROR_PARTS, PARTS, type MirrorPart } from './mirrorParts.ts'
import { pullPart } from './pullPart.ts'
import { fetchShared, pullShared, type SharedSource, type MirroredAnswer } from './shared.ts'

/** Within this time after a good pull nothing is asked, unless it is forced (M15). */
const FRESH_MS = 10_000

export interface PullsDeps {
  platform: Platform
  api: Api
  storage: ClientStorage
  sessionState: Cell<SessionState>
  now: () => number
  locale: () => Locale
  /** Storage failed under a pull. */
  onStorageError: (error: unknown) => void
}

export interface Pulls {
  /**
   * Pulls one part. Like every pull here, it asks nothing within 10 s after a good one, unless `force` (M15). A forced
   * one follows the pull of that part under way (M16).
   */
  pull: (mirrorPart: MirrorPart, force?: boolean) => Promise<Answer<unknown>>
  /** Refreshes a part that a screen shows: by a round of pulls or, while storage is refused, by pulling it alone. */
  refresh: (mirrorPart: MirrorPart) => Promise<Answer<unknown>>
  /** Runs a round: asks what has changed, and pulls that (M20). A forced one follows the round under way (M16). */
  pullChanges: (force?: boolean) => Promise<Answer<unknown>>
  /**
   * Asks whether the passes, or the reservations, changed, whenever it is called, and pulls them if they did (M27, M32).
   * Joins a round under way, and runs a whole one where only that can tell.
   */
  pullPartChanges: (codePart: CodePart) => Promise<Answer<unknown>>
  /** Pulls one shared answer. */
  shared: (shared: SharedSource, force?: boolean) => Promise<Answer<unknown>>
  /** Keys whose last pull failed, and why. */
  failures: Cell<ReadonlyMap<string, Failure>>
  /** Answers that are held in memory while storage is refused, by part or key (S18). */
  memory: Cell<ReadonlyMap<string, MirroredAnswer>>
  /** Drops running pulls, failures and in-memory answers of the former member (M25). Shared answers stay. */
  forget: () => void
}

/** Key of the round in `running` and `pulledAt`. */
const SYNC = 'sync'
/** Key of the question for one part alone. */
const keyOf = (codePart: CodePart): string => `${codePart}Changes`
/** An unchanged part gets the age of such a question at most this often: each write renders the screens of all tabs. */
const RENEW_MS = 60_000

/** Creates the pulls of one page: concurrent ones of a key share a request, and failures are remembered (M13, M15). */
export const createPulls = ({
  platform,
  api,
  storage,
  sessionState,
  now,
  locale,
  onStorageError,
}: PullsDeps): Pulls => {
  const failures = createCell<ReadonlyMap<string, Failure>>(new Map())
  const memory = createCell<ReadonlyMap<string, MirroredAnswer>>(new Map())
  const running = new Map<string, Promise<Answer<unknown>>>()
  const pulledAt = new Map<string, number>()
  /** The language in which the last pull of a key was begun: one in another language is neither fresh nor shared (M33). */
  const begunIn = new Map<string, Locale>()
  const isInLanguage = (key: string) => begunIn.get(key) === locale()
  const noChange: Answer<unknown> = { ok: true, data: null }

  const remember = (key: string, data: unknown, etag: string | null) =>
    memory.set(new Map([...memory.get(), [key, { data, at: now(), etag }]]))

  /** Records the failure of the last pull of these keys; null clears it. */
  const mark = (keys: readonly string[], failure: Failure | null) => {
    const before = failures.get()
    const next = new Map(before)
    for (const key of keys) {
      if (failure) next.set(key, failure)
      else next.delete(key)
    }
    if (failure || next.size !== before.size) failures.set(next)
  }

  const once = (key: string, force: boolean, job: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> => {
    const already = running.get(key)
    if (already) return already
    const last = pulledAt.get(key)
    if (!force && isInLanguage(key) && last !== undefined && platform.monotonic() - last < FRESH_MS)
      return Promise.resolve(noChange)
    begunIn.set(key, locale())
    const pull = job()
      .catch((error: unknown) => {
        if (!(error instanceof HomeClosedError)) onStorageError(error)
        return failedAnswer({ kind: 'transport', reached: false })
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

  /** Runs a pull that stores its answer. On a full disk it fails: a round must find the part again (M13, M22). */
  const stored = async (pull: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> => {
    let answer: Answer<unknown> = noChange
    const isStored = await storage.withQuotaRetry(async () => {
      answer = await pull()
    })
    return isStored ? answer : failedAnswer({ kind: 'transport', reached: true })
  }

  const pullOne = (name: MirrorPart, force = false): Promise<Answer<unknown>> => {
    const session = sessionState.get()
    if (session.state !== 'member') return Promise.resolve(failedAnswer({ kind: 'auth' }))
    return once(name, force, async () => {
      const { home, memberId } = session
      if (home) return stored(() => pullPart(home, api, name, now, locale))
      const answer = await PARTS[name].fetch(api, memberId)
      const current = sessionState.get()
      if (answer.ok && 'memberId' in current && current.memberId === memberId) remember(name, answer.data, null)
      return answer
    })
  }
  /** Pulls a part after the pull of it under way, which may have asked before the change. Those that wait share one. */
  const afresh = async (name: MirrorPart) => {
    await running.get(name)
    return pullOne(name, true)
  }
  /** Pulls these parts: the passes first (M24), the others side by side. */
  const bring = async (mirrorParts: readonly MirrorPart[]): Promise<Answer<unknown>> => {
    const first = mirrorParts.includes('passes') ? await afresh('passes') : noChange
    const rest = await Promise.all(mirrorParts.filter((name) => name !== 'passes').map(afresh))
    return [first, ...rest].find(({ ok }) => !ok) ?? noChange
  }
  let after: Promise<Answer<unknown>> | null = null
  const changes: Pulls['pullChanges'] = (force = false) => {
    const already = running.get(SYNC)
    if (already && (force || !isInLanguage(SYNC))) {
      // The round under way may have asked before the change that this one is forced for (M16), or before the change of
      // the language.
      after ??= already.then(() => {
        after = null
        return changes(true)
      })
      return after
    }
    const session = sessionState.get()
    if (session.state !== 'member') return Promise.resolve(failedAnswer({ kind: 'auth' }))
    const { home } = session
    return once(SYNC, force, async () => {
      if (!home) return noChange
      const language = locale()
      const answer = await askChanges(home, api, language)
      if (!answer.ok) {
        mark(MIRROR_PARTS, answer.failure)
        return answer
      }
      const { changed, unchanged, cursor } = answer.data
      mark(unchanged, null)
      const brought = await bring(changed)
      await storage.withQuotaRetry(async () => {
        await renew(home, unchanged, now())
        if (brought.ok) await storeCursor(home, cursor, language)
      })
      return brought
    })
  }

  const renewedAt = new Map<CodePart, number>()
  const partChanges: Pulls['pullPartChanges'] = (codePart) => {
    const session = sessionState.get()
    const home = session.state === 'member' ? session.home : null
    if (!home) return Promise.resolve(failedAnswer({ kind: 'auth' }))
    return (
      running.get(SYNC) ??
      once(keyOf(codePart), true, async () => {
        const answer = await askPartChanges(home, api, codePart)
        if (!answer.ok) return answer
        const { data } = answer
        if (data.cursor === null) return changes()
        if (data.isChanged) {
          const brought = await bring(CODE_PARTS[codePart])
          if (brought.ok) await storage.withQuotaRetry(() => storePartMark(home, data.cursor, codePart))
          return brought
        }
        if (platform.monotonic() - (renewedAt.get(codePart) ?? Number.NEGATIVE_INFINITY) >= RENEW_MS) {
          renewedAt.set(codePart, platform.monotonic())
          await storage.withQuotaRetry(() => renew(home, CODE_PARTS[codePart], now()))
        }
        return answer
      })
    )
  }

  return {
    failures,
    memory,
    pull: (name, force = false) => (force ? afresh(name) : pullOne(name)),
    refresh: (name) => {
      const session = sessionState.get()
      if ('home' in session && session.home) return changes()
      return running.has(name) && !isInLanguage(name) ? afresh(name) : pullOne(name)
    },
    pullChanges: changes,
    pullPartChanges: partChanges,
    shared: (shared, force = false) =>
      once(shared.key, force, async () => {
        const device = storage.device()
        if (!device) {
          const answer = await fetchShared(api, shared, undefined)
          if (answer.ok) remember(shared.key, answer.data.data, answer.data.etag)
          return answer
        }
        return stored(() => pullShared(device, api, shared, now))
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
