import type { Group, PassType } from '../codes.ts'

/** Entries that a pass includes by group; null: a 24H or 48H enters each attraction once (spec 1.5, 1.6, 4.4). */
export const ALLOWANCE: Record<PassType, Record<Group, number> | null> = {
  '24H': null,
  '48H': null,
  Big3: { A: 1, B: 2 },
  Big5: { A: 2, B: 3 },
}

/** Group by `gdsUid` of every attraction that takes passes; attractions that are not listed take none. */
export type GroupList = Readonly<Record<string, Group>>

/** One entry. `group` is the attraction's group when the entry was made; null: in neither group. */
export interface Entry {
  gdsUid: string
  group: Group | null
}

/**
 * Returns the group in which an attraction counts for a pass, or null when it does not take the pass. `list`: the group
 * list in force at the pass's first entry, null before it. `place.group`: the attraction's present group. A 24H or 48H
 * has no allowance, so it also enters attractions that have joined a group since its first entry.
 */
export const groupFor = (type: PassType, list: GroupList | null, place: Entry): Group | null =>
  list === null ? place.group : (list[place.gdsUid] ?? (ALLOWANCE[type] === null ? place.group : null))

/** Returns the included and used entries by group; null for a 24H or 48H, whose entries are not counted. */
export const allowanceOf = (
  type: PassType,
  entries: readonly Entry[],
): Record<Group, { total: number; used: number }> | null => {
  const held = ALLOWANCE[type]
  if (!held) return null
  const used = (group: Group) => entries.filter((entry) => entry.group === group).length
  return { A: { total: held.A, used: used('A') }, B: { total: held.B, used: used('B') } }
}

/** Returns whether both groups of a Big3 or Big5 are used up; always false for a 24H or 48H. */
export const allowanceSpent = (type: PassType, entries: readonly Entry[]): boolean => {
  const allowance = allowanceOf(type, entries)
  return allowance !== null && allowance.A.used >= allowance.A.total && allowance.B.used >= allowance.B.total
}

/**
 * Returns why a pass with these `entries` may not enter an attraction, or null when it may: once per attraction, within
 * the allowance of its group. An attraction without a group takes no pass.
 */
export const reasonAgainstEntry = (
  type: PassType,
  entries: readonly Entry[],
  attraction: Entry,
): 'used_here' | 'not_valid_here' | 'allowance_spent' | null => {
  if (attraction.group === null) return 'not_valid_here'
  if (entries.some((entry) => entry.gdsUid === attraction.gdsUid)) return 'used_here'
  const allowance = allowanceOf(type, entries)?.[attraction.group]
  return allowance && allowance.used >= allowance.total ? 'allowance_spent' : null
}
