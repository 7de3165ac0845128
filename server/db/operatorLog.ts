import { uuidv7 } from 'uuidv7'
import type { Tx } from './connect.ts'
import { operatorChange } from './schema/operator.ts'

type Row = typeof operatorChange.$inferSelect

/** Writes what an operator changed to the log of operators, in the transaction of the change. `at` is ms UTC. */
export const noteOperatorChange = async (tx: Tx, change: Omit<Row, 'changeUid'>): Promise<void> => {
  await tx.insert(operatorChange).values({ changeUid: uuidv7(), ...change })
}
