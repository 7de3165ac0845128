import { DEVICE_OWNER, type OutboxRow } from '#db/rows.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { ActionDescription } from '#sync/mirror/reads.ts'
import { homeOf } from './member.ts'
import { loadRuntime } from './runtime.ts'
import { createStoredView, useView } from './view.ts'

export interface WaitingAction {
  id: string
  /** `favourite.set`, `gift.send`, … */
  command: string
  /** What the list of actions says of it. */
  description: ActionDescription
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
/**
 * The outboxes of member and device. The numbers count all actions; a locked session lists only actions without
 * personal data (S5).
 */
export interface OutboxView extends OutboxCount {
  /** Without the actions of guests: a sign-out sends, keeps or discards only these (S7). */
  ofMember: OutboxCount
  /** Waiting actions, in the order of intent. */
  actions: WaitingAction[]
  /** `refusedAt`: when the server answered, ms; missing for actions that an earlier release has sent. */
  refused: (WaitingAction & { code: string; refusedAt?: number })[]
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

/** An action that screens show. */
interface DescribedRow {
  row: OutboxRow
  description: ActionDescription
}

const actionOf = ({ row, description }: DescribedRow, runtime: ClientRuntime): WaitingAction => {
  const { id, command, writtenAt, attempts } = row
  const sending = runtime.reads.waiting(row) === 'sending'
  return { id, command, description, writtenAt, tried: attempts > 0, sending }
}

const isWaiting = ({ row }: DescribedRow): boolean => row.refused === null && row.asks === null
const countOf = (rows: DescribedRow[]): OutboxCount => {
  const waiting = rows.filter(isWaiting).length
  return { waiting, stuck: rows.length - waiting }
}

const shape = (rows: OutboxRow[], runtime: ClientRuntime): OutboxView => {
  const described = rows.flatMap((row): DescribedRow[] => {
    const description = runtime.reads.describe(row)
    return description ? [{ row, description }] : []
  })
  const locked = runtime.session.state.get().state === 'locked'
  const listed = locked ? described.filter(({ description }) => description.isShownLocked) : described
  return {
    ...countOf(described),
    ofMember: countOf(described.filter(({ row }) => row.owner !== DEVICE_OWNER)),
    actions: listed.filter(isWaiting).map((each) => actionOf(each, runtime)),
    refused: listed.flatMap((each) => {
      const { refused } = each.row
      if (refused === null) return []
      const { code, at } = refused
      return [{ ...actionOf(each, runtime), code, ...(at !== undefined && { refusedAt: at }) }]
    }),
    asking: listed.flatMap((each) =>
      each.row.refused !== null || each.row.asks === null ? [] : [{ ...actionOf(each, runtime), why: each.row.asks }],
    ),
    ...tools,
  }
}
const NOTHING: OutboxCount = { waiting: 0, stuck: 0 }
const NONE: OutboxView = { ...NOTHING, ofMember: NOTHING, actions: [], refused: [], asking: [], ...tools }

const view = createStoredView<OutboxRow[], OutboxView>({
  initial: NONE,
  query: (runtime: ClientRuntime) => {
    const home = homeOf(runtime)
    const device = runtime.storage.device()
    if (!device) return null
    const read = async () => [...((await home?.db.outbox.toArray()) ?? []), ...(await device.outbox.toArray())]
    return { key: home?.key ?? device.name, read }
  },
  shape: (rows = [], runtime) => shape(rows, runtime),
})

/** Returns the actions of this phone, and functions to discard or send one. */
export const useOutbox = (): OutboxView => useView(view)

/** Tries to send what is due, and resolves when that was tried. No-op when the server does not answer. */
export const sendNow = async (): Promise<void> => {
  const runtime = await loadRuntime()
  if (!(await runtime.online.probe())) return
  for (const box of [runtime.memberOutbox(), runtime.guestOutbox()]) await box?.flush()
}
