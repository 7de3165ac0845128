import type { Api } from '#api/client.ts'
import { OUTBOX_DRAIN_MS, OUTBOX_LANES, REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { OutboxRow } from '#db/rows.ts'
import { bump, stampOf } from '../mirror/stamps.ts'
import type { Platform } from '../platform.ts'
import { argsOf, type AnyCommand, type HomeDb } from './command.ts'
import { Gone, type Home } from './home.ts'
import { backoff, heads, isDue, isSettled, verdict, type Verdict } from './retry.ts'

/** Longer than any tab may hold the lock: its holder is frozen. */
export const TAKE_OVER_MS = OUTBOX_DRAIN_MS + REQUEST_TIMEOUT_MS + 1_000

export interface DrainDeps {
  platform: Platform
  api: Api
  commands: ReadonlyMap<string, AnyCommand>
  /** Server-corrected now, for the age of actions. */
  now: () => number
}

/** Ends a drain from outside: the page is frozen, left, or its member signed out. */
export interface Halt {
  halted: () => boolean
  /** Resolves at the end, or when there may be more to send. */
  news: () => Promise<void>
}

/** An action on its way, and what had been written of its part before. */
interface Try {
  row: OutboxRow
  command: AnyCommand
  generation: number
}

const generationOf = async ({ stamps }: HomeDb, { part }: AnyCommand): Promise<number> =>
  part === null ? 0 : (await stampOf(stamps, part)).generation

/** Begins a try: counts it before the request. Null: the row is gone, was changed by another tab, or must ask first. */
const begin = (home: Home, deps: DrainDeps, row: OutboxRow): Promise<Try | null> =>
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
    if (command.askAfter !== undefined && !current.allowed && deps.now() - current.writtenAt > command.askAfter) {
      await outbox.put({ ...current, asks: 'old' })
      return null
    }
    const tried = { ...current, attempts: current.attempts + 1, triedAt: deps.platform.wall() }
    await outbox.put(tried)
    return { row: tried, command, generation: await generationOf(db, command) }
  })

/**
 * Ends a try. Applies only if the row is still the one that was sent: a thawed tab may hold an old answer. True: what it
 * wrote into the mirror is in doubt. The server's answer to an action is from when it happened, which was long ago where
 * an earlier try had arrived; and what was written since the request went out may know what followed.
 */
const settle = (home: Home, deps: DrainDeps, tried: Try, said: Verdict): Promise<boolean> =>
  home.transaction(async (db) => {
    const { row, command } = tried
    const { outbox } = db
    const seq = row.seq as number
    const current = await outbox.get(seq)
    if (!current || current.id !== row.id || current.owner !== home.owner || current.attempts !== row.attempts)
      return false
    const again = (wait: number) => ({ ...current, triedAt: null, wait, nextAt: deps.platform.wall() + wait })
    const jittered = () => backoff(current.attempts, deps.platform.random)
    if (said.is === 'done') {
      const doubt = row.attempts > 1 || (await generationOf(db, command)) !== tried.generation
      await command.apply(db, said.data as never, argsOf(command, row) as never, row)
      if (command.part) await bump(db.stamps, command.part, doubt)
      await outbox.delete(seq)
      return doubt
    } else if (said.is === 'wait') {
      await outbox.put({ ...again(said.wait ?? jittered()), lost: said.lost, unknown: 0 })
    } else if (said.is === 'author') {
      // No wait: it goes as soon as its author is here.
      await outbox.put({ ...again(0), lost: false })
    } else if (said.is === 'unknown') {
      await outbox.put({
        ...again(jittered()),
        lost: false,
        unknown: current.unknown + 1,
        asks: said.ask ? 'unknown' : null,
      })
    } else {
      const later = await outbox
        .where('lane')
        .equals(row.lane)
        .filter((other) => (other.seq ?? 0) > seq)
        .toArray()
      if (command.pointless && later.length > 0) {
        const gone = [current, ...command.pointless(later)]
        await outbox.bulkDelete(gone.flatMap((each) => each.seq ?? []))
      } else await outbox.put({ ...current, triedAt: null, refused: { code: said.code } })
    }
    return false
  })

export interface Ended {
  is: 'empty' | 'waiting' | 'lost' | 'author' | 'halted'
  /** The server has refused something, or its answer is in doubt: what it has is worth a look. */
  look: boolean
}

/** Sends what is due: three lanes side by side, in order within a lane, for at most 25 s. */
export const drain = async (home: Home, deps: DrainDeps, halt: Halt): Promise<Ended> => {
  const { platform } = deps
  const began = platform.monotonic()
  const busy = new Map<string, Promise<void>>()
  let stopped: 'lost' | 'author' | null = null
  let look = false
  let error: unknown

  const send = async (row: OutboxRow) => {
    const tried = await begin(home, deps, row)
    if (!tried) return
    const { command } = tried
    const said = verdict(await command.send(deps.api, argsOf(command, tried.row) as never, tried.row), tried.row)
    if (said.is === 'wait' && said.lost) stopped = 'lost'
    if (said.is === 'author') stopped = 'author'
    const doubt = await settle(home, deps, tried, said)
    if (doubt || said.is === 'refused') look = true
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

  let left = 0
  while (!halt.halted() && !error) {
    const news = halt.news()
    if (!stopped && platform.monotonic() - began < OUTBOX_DRAIN_MS) left = await fill()
    if (busy.size === 0) break
    await Promise.race([...busy.values(), news])
  }
  if (error && !(error instanceof Gone)) throw error
  if (halt.halted() || error) return { is: 'halted', look }
  return { is: stopped ?? (left === 0 ? 'empty' : 'waiting'), look }
}
