import { and, count, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connect.ts'
import { admission, discountUse, pass } from '#server/db/schema/pass.ts'
import type { Entry } from './store.ts'

/** Queries for the member's history and for the gate lists. */

/** Returns a page of the uses of a member's passes that were not undone, newest first, and their total number. */
export const pageOfUses = async (
  db: Database,
  {
    memberId,
    passUid,
    limit,
    offset,
  }: { memberId: string; passUid: string | undefined; limit: number; offset: number },
) => {
  const own = and(eq(pass.memberId, memberId), passUid === undefined ? undefined : eq(pass.passUid, passUid))
  const entries = db
    .select({
      entryUid: admission.admissionUid,
      passUid: pass.passUid,
      passType: pass.passType,
      kind: sql<'entry' | 'discount'>`'entry'`.as('kind'),
      placeUid: sql<string>`${admission.gdsUid}`.as('place_uid'),
      group: admission.group,
      at: admission.at,
    })
    .from(admission)
    .innerJoin(pass, eq(pass.passUid, admission.passUid))
    .where(and(own, isNull(admission.undoneAt)))
  const discounts = db
    .select({
      entryUid: discountUse.entryUid,
      passUid: pass.passUid,
      passType: pass.passType,
      kind: sql<'entry' | 'discount'>`'discount'`.as('kind'),
      placeUid: sql<string>`${discountUse.venueUid}`.as('place_uid'),
      group: sql<Entry['group']>`null::text`.as('pass_group'),
      at: discountUse.at,
    })
    .from(discountUse)
    .innerJoin(pass, eq(pass.passUid, discountUse.passUid))
    .where(and(own, isNull(discountUse.undoneAt)))
  const all = unionAll(entries, discounts).as('uses')
  const rows = await db.select().from(all).orderBy(desc(all.at), desc(all.entryUid)).limit(limit).offset(offset)
  const total = (await db.select({ n: count() }).from(all))[0]?.n ?? 0
  return { rows, total }
}

/** Returns true when the member holds this pass. */
export const owns = async (db: Database, passUid: string, memberId: string): Promise<boolean> =>
  (
    await db
      .select({ passUid: pass.passUid })
      .from(pass)
      .where(and(eq(pass.passUid, passUid), eq(pass.memberId, memberId)))
  ).length === 1

/**
 * Returns passes whose window runs at `now` (ms UTC) and started under one of these group lists (their `validFrom`).
 */
export const runningUnder = (db: Database, lists: number[], now: number) =>
  db
    .select({ passUid: pass.passUid, passType: pass.passType, groupListFrom: pass.groupListFrom })
    .from(pass)
    .where(
      and(
        inArray(pass.groupListFrom, lists),
        isNull(pass.voided),
        sql`${pass.activatedAt} + ${pass.windowHours} * 3600000::bigint > ${now}`,
      ),
    )

/**
 * Returns, per pass, the highest void epoch of which a certificate may be unexpired at `now` (ms UTC): offline gates
 * must refuse it.
 */
export const revokedAt = (db: Database, now: number) =>
  db
    .select({
      passUid: pass.passUid,
      /** For a voided pass, or one in a refund request, the current epoch is void too. */
      epoch: sql<number>`case when ${pass.voided} is null and ${pass.refundUid} is null then ${pass.epoch} - 1 else ${pass.epoch} end`,
    })
    .from(pass)
    .where(
      or(
        gt(pass.revokedUntil, now),
        and(gt(pass.certificateNotAfter, now), or(isNotNull(pass.voided), isNotNull(pass.refundUid))),
      ),
    )
