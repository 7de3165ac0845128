import { SIGN_OUTS_KEY } from '#db/names.ts'
import { DEVICE_OWNER } from '#db/rows.ts'
import { sessionEnd, type SessionEnd } from './outbox/commands/sessionEnd.ts'
import { enqueue } from './outbox/enqueue.ts'
import { deviceHome } from './outbox/home.ts'
import { NO_PHOTOS } from './outbox/photos.ts'
import type { SessionDeps } from './session.ts'

/** Reports of sign-outs that the device database could not take (O45, S18, S19). */
export interface UnstoredSignOuts {
  /** Stores a report in local storage where that is possible, and sends it once. Does not wait for the answer. */
  add: (report: SessionEnd) => void
  /**
   * Queues the waiting reports, and sends those that still find no room, once. `answered` resolves with whether the
   * server has answered all of these; a report that it has not waits for the next start.
   */
  flush: () => Promise<{ answered: Promise<boolean> }>
}

/** Creates the list in local storage. Without `local`, or when that is full too, a report is only sent once. */
export const createUnstoredSignOuts = ({
  platform,
  storage,
  api,
}: Pick<SessionDeps, 'platform' | 'storage' | 'api'>): UnstoredSignOuts => {
  const { local } = platform
  const read = (): SessionEnd[] => {
    try {
      return JSON.parse(local?.getItem(SIGN_OUTS_KEY) ?? '[]') as SessionEnd[]
    } catch {
      return []
    }
  }
  const write = (reports: SessionEnd[]) => {
    try {
      if (reports.length > 0) local?.setItem(SIGN_OUTS_KEY, JSON.stringify(reports))
      else local?.removeItem(SIGN_OUTS_KEY)
    } catch {
      // Full, or forbidden: the attempt that follows is the only one.
    }
  }
  const remove = (report: SessionEnd) => write(read().filter(({ id }) => id !== report.id))
  const queue = async (report: SessionEnd): Promise<boolean> => {
    const device = storage.device()
    if (!device) return false
    return storage.withQuotaRetry(() => enqueue(deviceHome(device), sessionEnd, report, platform.wall(), report.id))
  }
  /** Resolves with whether the server has answered. */
  const send = async (report: SessionEnd): Promise<boolean> => {
    const answer = await sessionEnd.send(api(), report, { id: report.id, owner: DEVICE_OWNER, photos: NO_PHOTOS })
    const isAnswered = answer.ok || answer.failure.kind === 'refused'
    if (isAnswered) remove(report)
    return isAnswered
  }
  return {
    add: (report) => {
      write([...read(), report])
      void send(report)
    },
    flush: async () => {
      const sends: Promise<boolean>[] = []
      for (const report of read()) {
        // What cannot be queued now is tried at the next start.
        if (await queue(report).catch(() => false)) remove(report)
        else sends.push(send(report))
      }
      return { answered: Promise.all(sends).then((answers) => answers.every(Boolean)) }
    },
  }
}
