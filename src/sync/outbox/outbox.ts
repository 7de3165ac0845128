import type { OutboxRow } from '#db/rows.ts'
import type { OnlineStatus } from '../online.ts'
import { drain, TAKE_OVER_MS, type DrainDeps, type Halt } from './drain.ts'
import { deleteReplaced, enqueue, type QueueableCommand, type QueueResult } from './enqueue.ts'
import type { Home } from './home.ts'
import { deletePhotos } from './photos.ts'
import { heads, isDue } from './retry.ts'

/** Only after a longer time offline the backoff is reset; avoids a retry storm on a flapping connection (O32). */
const LOST_LONG_MS = 3_000

export interface OutboxDeps extends DrainDeps {
  online: OnlineStatus
  /** False while the author is not signed in. */
  maySend: () => boolean
  /** Called when something was refused, or the mirror could not follow a write: a round of pulls follows (O26). */
  onSettled: () => void
  /** Called when storage failed under the outbox. */
  onStorageError: (error: unknown) => void
}

export interface Outbox {
  /** Stores an action (`enqueue`, also for what it throws) and wakes the outbox. */
  add: <Args>(command: QueueableCommand<Args>, args: Args, id?: string) => Promise<QueueResult>
  /** Deletes what an action replaces that is not stored (`deleteReplaced`). */
  deleteReplaced: <Args>(command: QueueableCommand<Args>, args: Args) => Promise<boolean>
  /** Wakes the outbox at the start of the page; actions whose last attempt got no answer are due at once (O32). */
  start: () => void
  /** Sends what is due, if it may be sent now. */
  wake: () => void
  /** Wakes the outbox, and resolves when it has tried to send what is due. */
  flush: () => Promise<void>
  /** Deletes an action (O47). */
  discard: (id: string) => Promise<void>
  /** Makes an action that asks, or was refused, due; it does not ask for its age again (O47, O50). */
  sendAnyway: (id: string) => Promise<void>
  /** Call when the page is frozen or left: gives the lock back at once (O22). */
  pause: () => void
  resume: () => void
  stop: () => void
}

const createHalt = (): Halt & { halt: () => void; signal: () => void } => {
  let isHalted = false
  let notify: () => void = () => undefined
  let news = new Promise<void>((resolve) => {
    notify = resolve
  })
  const signal = () => {
    notify()
    if (isHalted) return
    news = new Promise<void>((resolve) => {
      notify = resolve
    })
  }
  return {
    isHalted: () => isHalted,
    nextSignal: () => news,
    signal,
    halt: () => {
      isHalted = true
      signal()
    },
  }
}

/** Creates an outbox: decides when to drain, and lets one page do it (O20). `drain.ts` sends and settles. */
export const createOutbox = (home: Home, deps: OutboxDeps): Outbox => {
  const { platform, online } = deps
  const lock = `hp-outbox-${home.db.name}`
  let halt: ReturnType<typeof createHalt> | null = null
  let running: Promise<void> | null = null
  let wanted = false
  let paused = false
  let stopped = false
  /** The token is no longer the author's: nothing is sent until the session changes (O34, O35). */
  let authorless = false
  let cancel: (() => void) | null = null

  const idle = () => paused || stopped || authorless || !deps.maySend()
  const rows = () => home.db.outbox.orderBy('seq').toArray()

  const once = async () => {
    const ownHalt = createHalt()
    if (idle()) return
    halt = ownHalt
    if (!online.get() && !(await online.probe())) return
    if (ownHalt.isHalted() || idle()) return
    const ended = await drain(home, deps, ownHalt)
    if (ended.is === 'author') authorless = true
    if (ended.needsPull) deps.onSettled()
  }

  /** Drains under the lock (O20). The lock only saves traffic; the idempotency keys prevent double effects. */
  const locked = async () => {
    const { locks } = platform
    if (!locks) return once()
    const patience = new AbortController()
    const stop = platform.schedule(TAKE_OVER_MS, () => patience.abort())
    try {
      await locks.request(lock, { signal: patience.signal }, () => {
        stop()
        return once()
      })
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error
      // Aborted by our timeout: the holder is frozen, so take over (O23). Else another page has taken the lock from us.
      if (patience.signal.aborted) await locks.request(lock, { steal: true }, once).catch(() => halt?.halt())
      else halt?.halt()
    } finally {
      stop()
    }
  }

  const schedule = async () => {
    // Offline, the tracked status probes with its own backoff, and its first answer wakes this outbox (O27).
    if (idle() || !online.get()) return
    const wall = platform.wall()
    const waits = heads(await rows()).map((row) => (isDue(row, wall) ? 0 : row.nextAt - wall))
    if (waits.length === 0) return
    cancel?.()
    // What is due but was not sent is left to the page with the lock; check after 1 s at the earliest.
    cancel = platform.schedule(Math.max(1_000, Math.min(...waits)), wake)
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
    halt?.signal()
    running ??= run()
      .catch((error: unknown) => {
        if (!stopped) deps.onStorageError(error)
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
    await home.transaction(async (db) => {
      const { outbox } = db
      const row = await outbox.where('id').equals(id).first()
      const next = row && to(row)
      if (row?.seq === undefined) return
      if (next) await outbox.put(next)
      else {
        await outbox.delete(row.seq)
        await deletePhotos(db, id)
      }
    })
    wake()
  }
  /** Makes actions whose last attempt got no answer due at once; one that the server made wait still waits (O32). */
  const hurry = async () => {
    await home.transaction(async ({ outbox }) => {
      await outbox.filter((row) => row.lost && row.nextAt > 0).modify({ nextAt: 0, wait: 0 })
      // Clears `sending` of attempts whose page is gone.
      await outbox.filter((row) => row.triedAt !== null).modify({ triedAt: null })
    })
    wake()
  }
  const unlisten = online.onAnswer((isRecovered, lostFor) => {
    if (isRecovered && lostFor > LOST_LONG_MS) hurry().catch(deps.onStorageError)
    else wake()
  })

  return {
    add: async (command, args, id) => {
      const added = await enqueue(home, command, args, deps.now(), id)
      platform.askForNudge()
      wake()
      return added
    },
    deleteReplaced: (command, args) => deleteReplaced(home, command, args),
    start: () => void hurry().catch(deps.onStorageError),
    wake,
    flush,
    discard: (id) => change(id, () => null),
    sendAnyway: (id) =>
      change(id, (row) => ({ ...row, refused: null, asks: null, unknown: 0, allowed: true, nextAt: 0 })),
    pause: () => {
      paused = true
      cancel?.()
      halt?.halt()
    },
    resume: () => {
      paused = false
      wake()
    },
    stop: () => {
      stopped = true
      cancel?.()
      halt?.halt()
      unlisten()
    },
  }
}
