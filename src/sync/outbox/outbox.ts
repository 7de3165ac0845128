import type { OutboxRow } from '#db/rows.ts'
import type { Online } from '../online.ts'
import { drain, TAKE_OVER_MS, type DrainDeps, type Halt } from './drain.ts'
import { enqueue, type Queued } from './enqueue.ts'
import type { Home } from './home.ts'
import { heads, isDue } from './retry.ts'

/** A loss shorter than that does not shorten what waits: a line that flaps must not be hammered. */
const LOST_LONG_MS = 3_000

export interface OutboxDeps extends DrainDeps {
  online: Online
  /** False while nobody is signed in who could be the author. */
  maySend: () => boolean
  /** Everything was sent, something refused, or an answer is in doubt: the mirror may be compared with the server. */
  settled: () => void
  /** Storage failed under the outbox. */
  broken: (error: unknown) => void
}

export interface Outbox {
  /** Keeps an action, and begins to send. Throws `OutboxFull`, `Gone`, or what the storage throws. */
  add: <Args>(command: Queued<Args>, args: Args, id?: string) => Promise<string>
  /** A new start: what was lost on the way is not kept waiting any longer. */
  start: () => void
  /** Looks whether something can be sent. */
  wake: () => void
  /** Sends now whatever waits, and answers when that has been tried. */
  flush: () => Promise<void>
  discard: (id: string) => Promise<void>
  sendAnyway: (id: string) => Promise<void>
  /** The page is frozen or left: the lock is given back at once. */
  pause: () => void
  resume: () => void
  stop: () => void
}

const createHalt = (): Halt & { now: () => void; more: () => void } => {
  let done = false
  let tell: () => void = () => undefined
  let news = new Promise<void>((resolve) => {
    tell = resolve
  })
  const more = () => {
    tell()
    if (done) return
    news = new Promise<void>((resolve) => {
      tell = resolve
    })
  }
  return {
    halted: () => done,
    news: () => news,
    more,
    now: () => {
      done = true
      more()
    },
  }
}

/** Decides when to drain, and lets one tab do it. What is sent and what an answer means stands in `drain.ts`. */
export const createOutbox = (home: Home, deps: OutboxDeps): Outbox => {
  const { platform, online } = deps
  const lock = `hp-outbox-${home.db.name}`
  let halt: ReturnType<typeof createHalt> | null = null
  let running: Promise<void> | null = null
  let wanted = false
  let paused = false
  let stopped = false
  /** The token turned out to be somebody else's, or nobody's: nothing is sent until the session changes. */
  let authorless = false
  let cancel: (() => void) | null = null

  const idle = () => paused || stopped || authorless || !deps.maySend()
  const rows = () => home.db.outbox.orderBy('seq').toArray()

  const once = async () => {
    const mine = createHalt()
    if (idle()) return
    halt = mine
    if (!online.get() && !(await online.probe())) return
    if (mine.halted() || idle()) return
    const ended = await drain(home, deps, mine)
    if (ended.is === 'author') authorless = true
    if (ended.is === 'empty' || ended.look) deps.settled()
  }

  /** One tab drains. The lock saves traffic; that nothing is done twice is the idempotency key's work. */
  const locked = async () => {
    const { locks } = platform
    if (!locks) return once()
    const patience = new AbortController()
    const stop = platform.after(TAKE_OVER_MS, () => patience.abort())
    try {
      await locks.request(lock, { signal: patience.signal }, () => {
        stop()
        return once()
      })
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error
      // Either our patience has ended (the holder is frozen: take over), or we were the frozen one.
      if (patience.signal.aborted) await locks.request(lock, { steal: true }, once).catch(() => halt?.now())
      else halt?.now()
    } finally {
      stop()
    }
  }

  const schedule = async () => {
    // With no line it is the tracked status that asks for one, each time later; its first answer wakes this.
    if (idle() || !online.get()) return
    const wall = platform.wall()
    const waits = heads(await rows()).map((row) => (isDue(row, wall) ? 0 : row.nextAt - wall))
    if (waits.length === 0) return
    cancel?.()
    // What is due and was not sent now waits for another tab.
    cancel = platform.after(Math.max(1_000, Math.min(...waits)), wake)
  }
  const run = async () => {
    while (wanted && !idle()) {
      wanted = false
      const wall = platform.wall()
      if (heads(await rows()).some((row) => isDue(row, wall))) await locked()
    }
    await schedule()
  }
  const wake = () => {
    wanted = true
    if (idle()) return
    cancel?.()
    cancel = null
    halt?.more()
    running ??= run()
      .catch((error: unknown) => {
        if (!stopped) deps.broken(error)
      })
      .finally(() => {
        running = null
        if (wanted && !idle()) wake()
      })
  }
  const flush = async () => {
    wake()
    while (running) await running
  }
  const change = async (id: string, to: (row: OutboxRow) => OutboxRow | null) => {
    await home.transaction(async ({ outbox }) => {
      const row = await outbox.where('id').equals(id).first()
      const next = row && to(row)
      if (row?.seq === undefined) return
      if (next) await outbox.put(next)
      else await outbox.delete(row.seq)
    })
    wake()
  }
  /** The line is back: what was lost on the way goes now, unless the server itself had said when. */
  const hurry = async () => {
    await home.transaction(async ({ outbox }) => {
      await outbox.filter((row) => row.lost && row.nextAt > 0).modify({ nextAt: 0, wait: 0 })
      // On its way with a page that is gone: not any more.
      await outbox.filter((row) => row.triedAt !== null).modify({ triedAt: null })
    })
    wake()
  }
  const unlisten = online.onGood((again, lostFor) => {
    if (again && lostFor > LOST_LONG_MS) hurry().catch(deps.broken)
    else wake()
  })

  return {
    add: async (command, args, id) => {
      const added = await enqueue(home, command, args, deps.now(), id)
      platform.askForNudge()
      wake()
      return added
    },
    start: () => void hurry().catch(deps.broken),
    wake,
    flush,
    discard: (id) => change(id, () => null),
    sendAnyway: (id) => change(id, (row) => ({ ...row, asks: null, unknown: 0, allowed: true, nextAt: 0 })),
    pause: () => {
      paused = true
      cancel?.()
      halt?.now()
    },
    resume: () => {
      paused = false
      wake()
    },
    stop: () => {
      stopped = true
      cancel?.()
      halt?.now()
      unlisten()
    },
  }
}
