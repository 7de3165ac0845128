import type { Group, PassType } from '../codes.ts'

/** Entries that a pass holds by group; null for a 24H or 48H, which enter each attraction once (specification 1, 4). */
export const ALLOWANCE: Record<PassType, Record<Group, number> | null> = {
  '24H': null,
  '48H': null,
  Big3: { A: 1, B: 2 },
  Big5: { A: 2, B: 3 },
}

/** Attractions that take passes, each with its group; any other takes none. */
export type GroupList = Readonly<Record<string, Group>>

/** An entry that was made. `group` is that of the attraction at that time; null is outside both. */
export interface Entry {
  gdsUid: string
  group: Group | null
}

/**
 * The group in which an attraction counts for a pass. `list`: the list in force at its first entry, null before that;
 * `place.group`: the attraction's group now. Null: the pass is not taken. A 24H or 48H, which counts nothing, is taken
 * too where the attraction has joined a group since.
 */
export const groupFor = (type: PassType, list: GroupList | null, place: Entry): Group | null =>
  list === null ? place.group : (list[place.gdsUid] ?? (ALLOWANCE[type] === null ? place.group : null))

/** What is held and what is gone of it, by group; null where nothing is counted. */
export const allowanceOf = (
  type: PassType,
  entries: readonly Entry[],
): Record<Group, { total: number; used: number }> | null => {
  const held = ALLOWANCE[type]
  if (!held) return null
  const used = (group: Group) => entries.filter((entry) => entry.group === group).length
  return { A: { total: held.A, used: used('A') }, B: { total: held.B, used: used('B') } }
}

export const allowanceSpent = (type: PassType, entries: readonly Entry[]): boolean => {
  const allowance = allowanceOf(type, entries)
  return allowance !== null && allowance.A.used >= allowance.A.total && allowance.B.used >= allowance.B.total
}

/** May this attraction be entered after `entries`? Once each, and within the group's number; an attraction without a group takes no pass. */
export const mayEnter = (
  type: PassType,
  entries: readonly Entry[],
  attraction: Entry,
): 'yes' | 'used_here' | 'not_valid_here' | 'allowance_spent' => {
  if (attraction.group === null) return 'not_valid_here'
  if (entries.some((entry) => entry.gdsUid === attraction.gdsUid)) return 'used_here'
  const allowance = allowanceOf(type, entries)?.[attraction.group]
  return allowance && allowance.used >= allowance.total ? 'allowance_spent' : 'yes'
}
