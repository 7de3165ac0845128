import type { GroupList } from '#contract/rules/allowance.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { pass } from '#server/db/schema/pass.ts'
import { groupOf } from './present.ts'
import * as store from './store.ts'

/** A list of groups A and B and since when it is in force, ms UTC: what a pass points at. */
export interface DatedList {
  validFrom: number
  groups: GroupList
}

const NO_LIST: DatedList = { validFrom: 0, groups: {} }

/** The list in force at `at` (ms UTC), or the newest one. `lists`: oldest first. */
export const listInForce = (lists: readonly DatedList[], at = Number.POSITIVE_INFINITY): DatedList =>
  lists.findLast(({ validFrom }) => validFrom <= at) ?? lists[0] ?? NO_LIST

/**
 * The list by which the entries of a pass count: the one it was started under, else the one in force at `at` (ms UTC), or
 * now. `lists` may be older than the pass: one that is missing is read.
 */
export const groupListOf = async (
  db: Database | Tx,
  lists: readonly DatedList[],
  { groupListFrom, activatedAt }: Pick<typeof pass.$inferSelect, 'groupListFrom' | 'activatedAt'>,
  at?: number,
): Promise<DatedList> => {
  if (groupListFrom === null) return listInForce(lists, activatedAt ?? at)
  const isOwn = ({ validFrom }: DatedList): boolean => validFrom === groupListFrom
  return lists.find(isOwn) ?? (await store.groupLists(db)).find(isOwn) ?? NO_LIST
}

const isSame = (one: GroupList, other: GroupList): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([gdsUid, group]) => other[gdsUid] === group)

/**
 * Writes the groups of the attractions down as a new list when they are not those in force. The caller holds the
 * catalogue's lock. `now` in ms UTC; a clock that was set back makes no list older than the one before it. True when
 * there is a new list.
 */
export const recordGroups = async (tx: Tx, now: number): Promise<boolean> => {
  const groups: GroupList = Object.fromEntries(
    (await store.attractionsOf(tx)).flatMap((doc) => {
      const group = groupOf(doc)
      return group === null ? [] : [[doc.id, group]]
    }),
  )
  const latest = (await store.groupLists(tx)).at(-1)
  if (latest && isSame(latest.groups, groups)) return false
  await store.insertGroupList(tx, { validFrom: latest ? Math.max(now, latest.validFrom + 1) : 0, groups })
  return true
}
