import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from './connect.ts'
import { member } from './schema/member.ts'

/**
 * Holds a membership until the transaction ends; false: there is none any more. A withdrawal, which alone takes the row
 * `for update`, waits for all who hold it and finds what they left; writes side by side share it.
 */
export const holdMembership = async (tx: Tx, memberId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.id, memberId), isNull(member.withdrawnAt)))
    .for('key share')
    .prepare('membership')
    .execute()
  return rows.length === 1
}
