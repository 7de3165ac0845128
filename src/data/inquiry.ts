import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { Outcome, Status, Waiting } from './outcome.ts'

export interface QueuedInquiry {
  id: string
  email: string
  content: string
  writtenAt: number
  state: 'queued'
  waiting: Waiting
}
export interface InquiriesView {
  status: Status
  /** Newest first. A guest sees what was written on this phone. */
  list: (Inquiry | QueuedInquiry)[]
  at: number | null
}

export const useInquiries = (): InquiriesView => ({ status: 'loading', list: [], at: null })
/** Answers when it is kept on this phone. */
export const writeInquiry = async (_form: { email: string; content: string }): Promise<Outcome<{ id: string }>> => ({
  ok: false,
  code: 'OFFLINE',
})
