import { insertInquiry, type Inquiry } from '#contract/calls/inquiry.ts'
import type { Dexie } from 'dexie'
import { uuidv7 } from 'uuidv7'
import type { MemberDb } from '#db/member.ts'
import { projectInquiries, type QueuedInquiry } from '#sync/mirror/project.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import { inquiryWrite } from '#sync/outbox/commands/inquiryWrite.ts'
import type { Phone } from '#sync/phone.ts'
import { keepOrSend } from './keep.ts'
import { homeOf, lookAgain, ownerKey, remembered, statusOf } from './member.ts'
import type { Outcome, Status } from './outcome.ts'
import { started } from './phone.ts'
import { createView, useRefreshed, useView } from './view.ts'
export type { QueuedInquiry } from '#sync/mirror/project.ts'

export interface InquiriesView {
  status: Status
  /** Newest first. A guest sees what was written on this phone. */
  list: (Inquiry | QueuedInquiry)[]
  at: number | null
}

/** As much of a database as inquiries take: both kinds have it. */
type Place = Pick<MemberDb, 'name' | 'inquiries' | 'outbox' | 'stamps'> & Dexie

/** The member's own database while signed in; a guest's and a lapsed session's inquiries belong to the phone. */
const placeOf = (here: Phone): { key: string; db: Place } | null => {
  const now = here.session.here.get()
  if (now.state === 'member') return homeOf(here)
  const device = here.storage.device()
  return device && now.state !== 'starting' ? { key: device.name, db: device } : null
}
interface Row {
  list: (Inquiry | QueuedInquiry)[]
  at: number | null
}

const view = createView<Row, InquiriesView>({
  initial: { status: 'loading', list: [], at: null },
  query: (here) => {
    const place = placeOf(here)
    if (!place) return null
    const { db } = place
    const read = () =>
      db.transaction('r', [db.inquiries, db.outbox, db.stamps], async () => ({
        list: projectInquiries(
          await db.inquiries.toArray(),
          await db.outbox.orderBy('seq').toArray(),
          here.platform.wall(),
        ),
        at: (await stampOf(db.stamps, 'inquiries')).at,
      }))
    return { key: place.key, read }
  },
  shape: (row, here) => {
    const told = row ?? remembered<Inquiry[]>(here, 'inquiries')
    const list = told ? ('list' in told ? told.list : told.data) : []
    const at = told?.at ?? null
    const { state } = here.session.here.get()
    const status = list.length > 0 || state === 'locked' ? 'ready' : statusOf(here, 'inquiries', at)
    return { status, list, at }
  },
  same: (a, b) => JSON.stringify(a) === JSON.stringify(b),
})
const again = lookAgain('inquiries')

export const useInquiries = (): InquiriesView => {
  useRefreshed(again, ownerKey())
  return useView(view)
}

/** Answers when it is kept on this phone. */
export const writeInquiry = async (form: { email: string; content: string }): Promise<Outcome<{ id: string }>> => {
  const here = await started()
  const now = here.session.here.get()
  const id = uuidv7()
  const owner = now.state === 'member' ? now.memberId : null
  const box = owner === null ? here.guestOutbox() : here.memberOutbox()
  const body = { id, email: form.email, content: form.content }
  const send = (key: string) => here.api.call(insertInquiry, { body }, { key, owner })
  const kept = await keepOrSend(here, box, inquiryWrite, body, send, id)
  return kept.ok ? { ok: true, data: { id } } : kept
}
