import type { OutboxRow } from '#db/rows.ts'
import type { Phone } from '#sync/phone.ts'
import { homeOf } from './member.ts'
import { started } from './phone.ts'
import { createView, useView } from './view.ts'

export interface WaitingAction {
  id: string
  /** `favourite.set`, `gift.send`, … */
  command: string
  args: unknown
  /** When the person wished it, ms. */
  writtenAt: number
  /** It was sent before, and may have arrived. */
  tried: boolean
  /** It is on its way now. */
  sending: boolean
}
export interface OutboxView {
  /** Actions that will be sent by themselves. */
  waiting: number
  /** These, in the order of intent. */
  actions: WaitingAction[]
  refused: (WaitingAction & { code: string })[]
  /** Too old, or not understood by the server: sent only if the person says so. */
  asking: (WaitingAction & { why: 'old' | 'unknown' })[]
  discard: (id: string) => Promise<void>
  sendAnyway: (id: string) => Promise<void>
}

const change = (how: 'discard' | 'sendAnyway') => async (id: string) => {
  const here = await started()
  for (const box of [here.memberOutbox(), here.guestOutbox()]) await box?.[how](id)
}
const tools = { discard: change('discard'), sendAnyway: change('sendAnyway') }

const actionOf = (row: OutboxRow, here: Phone): WaitingAction => {
  const { id, command, args, writtenAt, attempts } = row
  return { id, command, args, writtenAt, tried: attempts > 0, sending: here.reads.waiting(row) === 'sending' }
}

const shape = (rows: OutboxRow[], here: Phone): OutboxView => {
  const own = here.reads.own(rows)
  const waiting = own.filter((row) => row.refused === null && row.asks === null)
  return {
    waiting: waiting.length,
    actions: waiting.map((row) => actionOf(row, here)),
    refused: own.flatMap((row) => (row.refused === null ? [] : [{ ...actionOf(row, here), code: row.refused.code }])),
    asking: own.flatMap((row) =>
      row.refused !== null || row.asks === null ? [] : [{ ...actionOf(row, here), why: row.asks }],
    ),
    ...tools,
  }
}
const NONE: OutboxView = { waiting: 0, actions: [], refused: [], asking: [], ...tools }

const view = createView<OutboxRow[], OutboxView>({
  initial: NONE,
  query: (here: Phone) => {
    const home = homeOf(here)
    const device = here.storage.device()
    if (!device) return null
    const read = async () => [...((await home?.db.outbox.toArray()) ?? []), ...(await device.outbox.toArray())]
    return { key: home?.key ?? device.name, read }
  },
  shape: (rows = [], here) => {
    // A lapsed session hides what was written; favourites stay.
    const locked = here.session.here.get().state === 'locked'
    return shape(locked ? rows.filter(({ command }) => command === 'favourite.set') : rows, here)
  },
  same: (a, b) => JSON.stringify(a) === JSON.stringify(b),
})

export const useOutbox = (): OutboxView => useView(view)

/** Sends what waits; ends when that has been tried. */
export const sendNow = async (): Promise<void> => {
  const here = await started()
  if (!(await here.online.probe())) return
  for (const box of [here.memberOutbox(), here.guestOutbox()]) await box?.flush()
}
