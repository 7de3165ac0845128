import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from './connect.ts'
import { prepared, type At } from './prepared.ts'
import { member } from './schema/member.ts'

const hold = prepared('membership', (db, at: At<{ memberId: string }>) =>
  db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.id, at.memberId), isNull(member.withdrawnAt)))
    .for('key share'),
)

/**
 * Holds a membership until the transaction ends; false: there is none any more. A withdrawal, which alone takes the row
 * `for update`, waits for all who hold it and finds what they left; writes side by side share it.
 */
export const holdMembership = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await hold(tx, { memberId })).length === 1
