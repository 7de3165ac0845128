import type { Api } from '#api/client.ts'
import type { PartChange } from '#contract/calls/sync.ts'
import { OUTBOX_DRAIN_MS, OUTBOX_LANES, REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { OutboxRow } from '#db/rows.ts'
import { followWrite } from '../mirror/changes.ts'
import { markWritten, stampOf } from '../mirror/stamps.ts'
import type { Platform } from '../platform.ts'
import { argsOf, type AnyCommand, type HomeDb } from './command.ts'
import { HomeClosedError, type Home } from './home.ts'
import { createActionPhotos } from './photos.ts'
import { backoff, heads, isDue, isSettled, classifyOutcome, type AttemptOutcome } from './retry.ts'

/** Longer than a running page may hold the lock: after that its holder must be frozen (O23). */
export const TAKE_OVER_MS = OUTBOX_DRAIN_MS + REQUEST_TIMEOUT_MS + 1_000

export interface DrainDeps {
  platform: Platform
  api: Api
  commands: ReadonlyMap<string, AnyCommand>
  /** Server-corrected time in ms, for the age of actions (O38) and the time of a refusal. */
  now: () => number
}

/** Ends a drain from outside: the page is frozen or left, its member has signed out, or another page took the lock. */
export interface Halt {
  isHalted: () => boolean
  /** Resolves when the drain is halted, or when there may be more to send. */
  nextSignal: () => Promise<void>
}

/** One attempt of an action, and the generation of its part at the time of the request. */
interface Attempt {
  row: OutboxRow
  command: AnyCommand
  generation: number
}

/** Returns how a write changed its part, if its answer says so. */
const changeOf = (data: unknown): PartChange | undefined => (Object(data) as { change?: PartChange }).change

const generationOf = async ({ stamps }: HomeDb, { part: mirrorPart }: AnyCommand): Promise<number> =>
  mirrorPart === null ? 0 : (await stampOf(stamps, mirrorPart)).generation

/** Begins an attempt: counts it before the request (O12). Null when the row is gone, settled, not due, or changed. */
const beginAttempt = (home: Home, deps: DrainDeps, row: OutboxRow): Promise<Attempt | null> =>
  home.transaction(async (db) => {
    const { outbox } = db
    const current = row.seq === undefined ? undefined : await outbox.get(row.seq)
    if (!current || current.id !== row.id || current.attempts !== row.attempts || isSettled(current)) return null
    if (!isDue(current, deps.platform.wall())) return null
    const command = deps.commands.get(current.command)
    if (!command || argsOf(command, current) === null) {
      await outbox.put({ ...current, asks: 'unknown' })
      return null
    }
    if (command.askAfterMs !== undefined && !current.allowed && deps.now() - current.writtenAt > command.askAfterMs) {
      await outbox.put({ ...current, asks: 'old' })
      return null
    }
    const tried = { ...current, attempts: current.attempts + 1, triedAt: deps.platform.wall() }
    await outbox.put(tried)
    return { row: tried, command, generation: await generationOf(db, command) }
  })

/**
 * Settles an attempt. No-op unless the row still has the id, owner and attempts that it was sent with, since a thawed
 * page may hold an old answer (O14). Resolves true when a round of pulls must follow (O26). An answer is in doubt after
 * an earlier attempt, when the server repeats its first answer, and after a pull since the request, which may have
 * brought what followed (M14).
 */
const settleAttempt = (home: Home, deps: DrainDeps, tried: Attempt, outcome: AttemptOutcome): Promise<boolean> =>
  home.transaction(async (db) => {
    const { row, command } = tried
    const { outbox } = db
    const seq = row.seq as number
    const current = await outbox.get(seq)
    if (!current || current.id !== row.id || current.owner !== home.owner || current.attempts !== row.attempts)
      // Nothing was written: what the answer says of the part is found by a round.
      return outcome.is === 'done' || outcome.is === 'refused'
    const rescheduled = (wait: number) => ({ ...current, triedAt: null, wait, nextAt: deps.platform.wall() + wait })
    const jittered = () => backoff(current.attempts, deps.platform.random)
    if (outcome.is === 'done') {
      const isDoubtful = row.attempts > 1 || (await generationOf(db, command)) !== tried.generation
      await command.apply(db, outcome.data as never, argsOf(command, row) as never, row)
      const isFollowed = !isDoubtful && (await followWrite(db, changeOf(outcome.data), deps.now()))
      if (command.part) await markWritten(db.stamps, command.part, isDoubtful)
      await outbox.delete(seq)
      return command.part !== null && !isFollowed
    } else if (outcome.is === 'wait') {
      await outbox.put({ ...rescheduled(outcome.wait ?? jittered()), lost: outcome.lost, unknown: 0 })
    } else if (outcome.is === 'author') {
      // No backoff: it is sent as soon as its author is signed in.
      await outbox.put({ ...rescheduled(0), lost: false })
    } else if (outcome.is === 'unknown') {
      await outbox.put({
        ...rescheduled(jittered()),
        lost: false,
        unknown: current.unknown + 1,
        asks: outcome.ask ? 'unknown' : null,
      })
    } else {
      const later = await outbox
        .where('lane')
        .equals(row.lane)
        .filter((each) => (each.seq ?? 0) > seq)
        .toArray()
      if (command.dropOnRefusal && later.length > 0) {
        const gone = [current, ...command.dropOnRefusal(later)]
        await outbox.bulkDelete(gone.flatMap((each) => each.seq ?? []))
      } else await outbox.put({ ...current, triedAt: null, refused: { code: outcome.code, at: deps.now() } })
      return true
    }
    return false
  })

/** How a drain ended: outbox empty, actions waiting, no answer, author not signed in, or halted. */
export interface DrainResult {
  is: 'empty' | 'waiting' | 'lost' | 'author' | 'halted'
  /** True when the server refused something or the mirror could not follow a write: a round must follow (O26). */
  needsPull: boolean
}

/**
 * Sends and settles what is due: three lanes side by side (O17), in order within a lane (O16). Begins no request after
 * 25 s (O21). Resolves when its requests have ended, or at a halt. Throws storage errors but not `HomeClosedError`.
 */
export const drain = async (home: Home, deps: DrainDeps, halt: Halt): Promise<DrainResult> => {
  const { platform } = deps
  const began = platform.monotonic()
  const busy = new Map<string, Promise<void>>()
  let stopped: 'lost' | 'author' | null = null
  let needsPull = false
  let error: unknown

  const mayBegin = () => !halt.isHalted() && platform.monotonic() - began < OUTBOX_DRAIN_MS
  const send = async (row: OutboxRow) => {
    const tried = await beginAttempt(home, deps, row)
    if (!tried) return
    const { command } = tried
    const { id, owner } = tried.row
    const sender = { id, owner, photos: createActionPhotos(home, tried.row, mayBegin) }
    const outcome = classifyOutcome(
      await command.send(deps.api, argsOf(command, tried.row) as never, sender),
      tried.row,
    )
    if (outcome.is === 'wait' && outcome.lost) stopped = 'lost'
    if (outcome.is === 'author') stopped = 'author'
    if (await settleAttempt(home, deps, tried, outcome)) needsPull = true
  }
  const fill = async () => {
    const rows = await home.db.outbox.orderBy('seq').toArray()
    const due = heads(rows).filter(
      (row) => row.owner === home.owner && !busy.has(row.lane) && isDue(row, platform.wall()),
    )
    for (const row of due.slice(0, OUTBOX_LANES - busy.size)) {
      const sending = send(row)
        .catch((reason: unknown) => {
          error ??= reason
        })
        .finally(() => busy.delete(row.lane))
      busy.set(row.lane, sending)
    }
    return rows.length
  }

  let rowCount = 0
  while (!halt.isHalted() && !error) {
    const news = halt.nextSignal()
    if (!stopped && mayBegin()) rowCount = await fill()
    if (busy.size === 0) break
    await Promise.race([...busy.values(), news])
  }
  if (error && !(error instanceof HomeClosedError)) throw error
  if (halt.isHalted() || error) return { is: 'halted', needsPull }
  return { is: stopped ?? (rowCount === 0 ? 'empty' : 'waiting'), needsPull }
}
