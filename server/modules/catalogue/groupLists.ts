import type { GroupList } from '#contract/rules/allowance.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { pass } from '#server/db/schema/pass.ts'
import { groupOf } from './present.ts'
import * as store from './store.ts'

/** A group list, in force from `validFrom` (ms UTC). A started pass refers to its list by that instant. */
export interface DatedList {
  validFrom: number
  groups: GroupList
}

const NO_LIST: DatedList = { validFrom: 0, groups: {} }

/**
 * Returns the list in force at `at` (ms UTC), by default the newest; without any list one of no groups. `lists`: oldest
 * first, the first from 0.
 */
export const listInForce = (lists: readonly DatedList[], at = Number.POSITIVE_INFINITY): DatedList =>
  lists.findLast(({ validFrom }) => validFrom <= at) ?? NO_LIST

/**
 * Returns the list by which the entries of a pass count: the one frozen on it, else the one in force at its start, at
 * `at` (ms UTC), or now. Reads the lists again when the frozen one is missing in `lists`, which may be stale.
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

const isSame = (a: GroupList, b: GroupList): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([gdsUid, group]) => b[gdsUid] === group)

/**
 * Stores the present groups of the attractions as a new list when they differ from the newest list; returns whether it
 * did. The caller holds the catalogue's lock. `validFrom` increases even when the clock (`now`, ms UTC) was set back.
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
