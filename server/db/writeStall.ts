import type { Logger } from 'pino'

/** Statements that write by themselves, outside a transaction. */
const WRITES = /^\s*(?:insert|update|delete)\b/i

export interface WriteStall {
  /** Call when a query had no answer for long: a commit may be waiting for a standby that is lost. */
  suspect: () => void
  /** Returns whether writes must be refused: they would wait as well, and each would occupy a connection. */
  isStalled: () => boolean
  /** Returns whether this statement must be refused now. */
  refuses: (text: string) => boolean
}

/**
 * Notices that a synchronous PostgreSQL commits nothing because it has lost its standbys, while it answers reads. Such a
 * commit must not be cancelled: PostgreSQL would then show to others what only the primary has. So `probe`, which
 * resolves when a write of its own is committed and waits without a deadline, is the last one that waits; until it
 * settles all writes are refused. If it rejects, its connection has ended, and the next write finds out anew.
 */
export const createWriteStall = (probe: () => Promise<void>, log: Logger): WriteStall => {
  let stalled = false
  const lift = (): void => {
    stalled = false
    log.info('the database commits again')
  }
  return {
    suspect: () => {
      if (stalled) return
      stalled = true
      log.error('a query was not answered: writes are refused until one is committed')
      probe().then(lift, lift)
    },
    isStalled: () => stalled,
    refuses: (text) => stalled && WRITES.test(text),
  }
}
