import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'

/** The search for a forgotten address in this tab; survives a reload. */
const schema = z.object({
  details: z.object({ engSurname: z.string(), engNm: z.string(), ntnCd: z.string(), mobile: z.string() }),
  /** The masked addresses that the server has answered, none for no match; null before an answer. */
  addresses: z.nullable(z.array(z.string())),
})
export type FindIdDetails = z.infer<typeof schema>['details']

const EMPTY: FindIdDetails = { engSurname: '', engNm: '', ntnCd: '', mobile: '' }
const draft = createDraft('find-id', schema, { details: EMPTY, addresses: null })

/** Returns the search, for code outside components. */
export const findIdDraft = draft.read
/** Replaces some fields of the search. */
export const patchFindId = draft.patch
/** Returns the search; re-renders with each change. */
export const useFindIdDraft = draft.use
/** Empties the search. */
export const clearFindId = draft.clear

/** Stores the answer. What was typed is needed only to search again, so a match deletes it. */
export const storeFoundAddresses = (addresses: string[]): void =>
  draft.patch(addresses.length > 0 ? { addresses, details: EMPTY } : { addresses })
