import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'

/** What was chosen and typed for a refund of one order; it survives a reload and a new sign-in. */
const schema = z.object({
  ordUid: z.string(),
  /** Null until units were chosen: all that can be refunded. */
  passUids: z.nullable(z.array(z.string())),
  whyCd: z.string(),
  etcWhy: z.string(),
  /** The last accepted request, for the screen of its result. */
  result: z.nullable(
    z.object({ ordUid: z.string(), amount: z.number(), date: z.string(), time: z.string(), tid: z.string() }),
  ),
})
type RefundDraft = z.infer<typeof schema>
type Typed = Pick<RefundDraft, 'passUids' | 'whyCd' | 'etcWhy'>

const EMPTY: Typed = { passUids: null, whyCd: '', etcWhy: '' }
const draft = createDraft<RefundDraft>('refund', schema, { ordUid: '', ...EMPTY, result: null })
const useDraft = draft.use

const typedFor = (ordUid: string, { ordUid: owner, passUids, whyCd, etcWhy }: RefundDraft): Typed =>
  owner === ordUid ? { passUids, whyCd, etcWhy } : EMPTY

/** Returns what was chosen and typed for this order; empty when the draft is of another one. */
export const useRefundDraft = (ordUid: string): Typed => typedFor(ordUid, useDraft())

/** Replaces these fields of the draft of an order; a draft of another order is deleted. */
export const patchRefundDraft = (ordUid: string, change: Partial<Typed>): void =>
  draft.patch({ ...typedFor(ordUid, draft.read()), ...change, ordUid })

/** Returns the result of the last request for this order; null when there is none in this tab. */
export const useRefundResult = (ordUid: string): RefundDraft['result'] => {
  const { result } = useDraft()
  return result?.ordUid === ordUid ? result : null
}

/** Stores the result of a request and deletes what was typed for it. */
export const storeRefundResult = (result: NonNullable<RefundDraft['result']>): void =>
  draft.patch({ ordUid: '', ...EMPTY, result })
