import type { OutcomeCode } from './outcome.ts'

export interface WaitingAction {
  id: string
  /** `favourite.set`, `inquiry.write` */
  command: string
  args: unknown
}
export interface OutboxView {
  /** Actions that will be sent by themselves. */
  waiting: number
  refused: (WaitingAction & { code: OutcomeCode })[]
  /** Too old, or not understood by the server: sent only if the person says so. */
  asking: (WaitingAction & { why: 'old' | 'unknown' })[]
  discard: (id: string) => Promise<void>
  sendAnyway: (id: string) => Promise<void>
}

export const useOutbox = (): OutboxView => ({
  waiting: 0,
  refused: [],
  asking: [],
  discard: async () => {},
  sendAnyway: async () => {},
})
