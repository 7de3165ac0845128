import type { UsePlace } from '#contract/rules/admission.ts'
import { groupFor } from '#contract/rules/allowance.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Gate } from '#server/http/serve.ts'
import { groupListOf, groupListsOf, listInForce, type DatedList } from '#server/modules/catalogue/service.ts'
import type { Pass } from './store.ts'

/** The place of a gate: an attraction with its present group, or a partner; and all group lists, oldest first. */
export interface PlaceOfUse {
  place: UsePlace
  lists: readonly DatedList[]
}

/** Reads the place of a gate. `lists` is empty for a partner. Throws `E_GATE_PLACE` for an exchange desk. */
export const placeOfUse = async (db: Database, { kind, placeUid }: Gate): Promise<PlaceOfUse> => {
  if (kind === 'venue') return { place: { kind, venueUid: placeUid }, lists: [] }
  if (kind !== 'attraction') throw new Refusal('E_GATE_PLACE')
  const lists = await groupListsOf(db)
  return { place: { kind, gdsUid: placeUid, group: listInForce(lists).groups[placeUid] ?? null }, lists }
}

/**
 * Returns the place with its group for a locked pass, and the group list that a first entry freezes on the pass; `list`
 * is null for a partner. `at` (ms UTC): the time of the entry, which chooses the list of a pass without a window;
 * omitted: the newest list.
 */
export const placeFor = async (
  tx: Tx,
  { place, lists }: PlaceOfUse,
  pass: Pass,
  at?: number,
): Promise<{ place: UsePlace; list: DatedList | null }> => {
  if (place.kind === 'venue') return { place, list: null }
  const list = await groupListOf(tx, lists, pass, at)
  return { place: { ...place, group: groupFor(pass.passType, list.groups, place) }, list }
}
