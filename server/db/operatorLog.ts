import { uuidv7 } from 'uuidv7'
import type { Tx } from './connect.ts'
import { operatorChange } from './schema/operator.ts'

type Row = typeof operatorChange.$inferSelect

/** What an operator changed, at `at` (ms UTC); `before` is null by default. */
type Change = Omit<Row, 'changeUid' | 'before'> & Partial<Pick<Row, 'before'>>

/** Writes what an operator changed to the log of operators, in the transaction of the change. */
export const noteOperatorChange = async (tx: Tx, change: Change): Promise<void> => {
  await tx.insert(operatorChange).values({ changeUid: uuidv7(), ...change })
}
