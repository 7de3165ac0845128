import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { Dexie } from 'dexie'
import { uuidv7 } from 'uuidv7'
import type { MemberDb } from '#db/member.ts'
import { projectInquiries } from '#sync/mirror/project.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import type { QueuedInquiry } from '#sync/mirror/wishes.ts'
import { inquiryWrite } from '#sync/outbox/commands/inquiryWrite.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { queueAction, type Delivery } from './queueAction.ts'
import { homeOf, createPartRefresh, ownerKey, partInMemory, statusOf } from './member.ts'
import type { Outcome, Status } from './outcome.ts'
import { forgetPhotos } from './inquiryPhotos.ts'
import { createStoredView, useRefreshed, useView } from './view.ts'
export type { QueuedInquiry } from '#sync/mirror/wishes.ts'

export interface InquiriesView {
  status: Status
  /** Newest first. For a guest, those that guests wrote on this phone. */
  list: (Inquiry | QueuedInquiry)[]
  at: number | null
}

/** The tables that inquiries need; member and device databases have them. */
type Place = Pick<MemberDb, 'name' | 'inquiries' | 'outbox' | 'stamps'> & Dexie

/** Returns the member database while signed in, else the device database, also for a locked session (S5). */
const placeOf = (runtime: ClientRuntime): { key: string; db: Place } | null => {
  const session = runtime.session.state.get()
  if (session.state === 'member') return homeOf(runtime)
  const device = runtime.storage.device()
  return device && session.state !== 'starting' ? { key: device.name, db: device } : null
}
interface Row {
  list: (Inquiry | QueuedInquiry)[]
  at: number | null
}

const view = createStoredView<Row, InquiriesView>({
  initial: { status: 'loading', list: [], at: null },
  query: (runtime) => {
    const place = placeOf(runtime)
    if (!place) return null
    const { db } = place
    const read = () =>
      db.transaction('r', [db.inquiries, db.outbox, db.stamps], async () => ({
        list: projectInquiries(
          await db.inquiries.toArray(),
          await db.outbox.orderBy('seq').toArray(),
          runtime.platform.wall(),
        ),
        at: (await stampOf(db.stamps, 'inquiries')).at,
      }))
    return { key: place.key, read }
  },
  shape: (row, runtime) => {
    const answer = row ?? partInMemory<Inquiry[]>(runtime, 'inquiries')
    const list = answer ? ('list' in answer ? answer.list : answer.data) : []
    const at = answer?.at ?? null
    const { state } = runtime.session.state.get()
    const status = list.length > 0 || state === 'locked' ? 'ready' : statusOf(runtime, 'inquiries', at)
    return { status, list, at }
  },
})
const refreshInBackground = createPartRefresh('inquiries')

/** Returns the inquiries with the queued ones; refreshes them in the background. */
export const useInquiries = (): InquiriesView => {
  useRefreshed(refreshInBackground, ownerKey())
  return useView(view)
}

/**
 * Queues an inquiry of the member or guest, or sends it where nothing can be stored (O11); resolves after that. A
 * member's photos under the `id` go with it.
 */
export const writeInquiry = async (form: {
  /** UUIDv7; a new one when absent. */
  id?: string
  email: string
  content: string
}): Promise<Outcome<{ id: string; delivery: Delivery }>> => {
  const { id = uuidv7(), email, content } = form
  const queued = await queueAction(inquiryWrite, { id, email, content }, id)
  if (queued.ok && queued.data === 'sent') await forgetPhotos(id)
  return queued.ok ? { ok: true, data: { id, delivery: queued.data } } : queued
}
