import { DEVICE_OWNER, type OutboxRow } from '#db/rows.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { homeOf } from './member.ts'
import { loadRuntime } from './runtime.ts'
import { createView, useView } from './view.ts'

export interface WaitingAction {
  id: string
  /** `favourite.set`, `gift.send`, … */
  command: string
  args: unknown
  /** When the person wished it, ms. */
  writtenAt: number
  /** It was tried before, and may have arrived. */
  tried: boolean
  /** Its request is under way (M3). */
  sending: boolean
}
/** `waiting`: actions that are sent automatically. `stuck`: refused or asking ones. */
export interface OutboxCount {
  waiting: number
  stuck: number
}
/** The outboxes of member and device. The numbers count all actions; a locked session lists only favourites (S5). */
export interface OutboxView extends OutboxCount {
  /** Without the actions of guests: a sign-out sends, keeps or discards only these (S7). */
  ofMember: OutboxCount
  /** Waiting actions, in the order of intent. */
  actions: WaitingAction[]
  refused: (WaitingAction & { code: string })[]
  /** Too old, or not understood: sent only if the person decides so (O37, O38). */
  asking: (WaitingAction & { why: 'old' | 'unknown' })[]
  discard: (id: string) => Promise<void>
  sendAnyway: (id: string) => Promise<void>
}

const change = (how: 'discard' | 'sendAnyway') => async (id: string) => {
  const runtime = await loadRuntime()
  for (const box of [runtime.memberOutbox(), runtime.guestOutbox()]) await box?.[how](id)
}
const tools = { discard: change('discard'), sendAnyway: change('sendAnyway') }

const actionOf = (row: OutboxRow, runtime: ClientRuntime): WaitingAction => {
  const { id, command, args, writtenAt, attempts } = row
  return { id, command, args, writtenAt, tried: attempts > 0, sending: runtime.reads.waiting(row) === 'sending' }
}

const isWaiting = (row: OutboxRow): boolean => row.refused === null && row.asks === null
const countOf = (rows: OutboxRow[]): OutboxCount => {
  const waiting = rows.filter(isWaiting).length
  return { waiting, stuck: rows.length - waiting }
}

const shape = (rows: OutboxRow[], runtime: ClientRuntime): OutboxView => {
  const own = runtime.reads.withoutSignOuts(rows)
  // A locked session shows favourites only (S5).
  const locked = runtime.session.state.get().state === 'locked'
  const listed = locked ? own.filter(({ command }) => command === 'favourite.set') : own
  return {
    ...countOf(own),
    ofMember: countOf(own.filter(({ owner }) => owner !== DEVICE_OWNER)),
    actions: listed.filter(isWaiting).map((row) => actionOf(row, runtime)),
    refused: listed.flatMap((row) =>
      row.refused === null ? [] : [{ ...actionOf(row, runtime), code: row.refused.code }],
    ),
    asking: listed.flatMap((row) =>
      row.refused !== null || row.asks === null ? [] : [{ ...actionOf(row, runtime), why: row.asks }],
    ),
    ...tools,
  }
}
const NOTHING: OutboxCount = { waiting: 0, stuck: 0 }
const NONE: OutboxView = { ...NOTHING, ofMember: NOTHING, actions: [], refused: [], asking: [], ...tools }

const view = createView<OutboxRow[], OutboxView>({
  initial: NONE,
  query: (runtime: ClientRuntime) => {
    const home = homeOf(runtime)
    const device = runtime.storage.device()
    if (!device) return null
    const read = async () => [...((await home?.db.outbox.toArray()) ?? []), ...(await device.outbox.toArray())]
    return { key: home?.key ?? device.name, read }
  },
  shape: (rows = [], runtime) => shape(rows, runtime),
  isEqual: (a, b) => JSON.stringify(a) === JSON.stringify(b),
})

/** Returns the actions of this phone, and functions to discard or send one. */
export const useOutbox = (): OutboxView => useView(view)

/** Tries to send what is due, and resolves when that was tried. No-op when the server does not answer. */
export const sendNow = async (): Promise<void> => {
  const runtime = await loadRuntime()
  if (!(await runtime.online.probe())) return
  for (const box of [runtime.memberOutbox(), runtime.guestOutbox()]) await box?.flush()
}
