import type { Database } from '#server/db/connect.ts'
import type { Keys } from '#server/keys.ts'
import { lockCodesBehind, setSealedCode } from '#server/modules/goods/service.ts'
import { resealCode } from './seal.ts'

const BATCH_ROWS = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Seals codes that another root has sealed under the root that signs, in batches; returns how many. */
export const resealCodes = async (db: Database, keys: Keys): Promise<number> => {
  let [after, sealedCount] = [BEFORE_ALL, 0]
  for (let isOver = false; !isOver;)
    await db.transaction(async (tx) => {
      const rows = await lockCodesBehind(tx, after, BATCH_ROWS)
      for (const { codeUid, ...row } of rows) {
        const sealed = resealCode(keys, row)
        if (!sealed) continue
        await setSealedCode(tx, codeUid, sealed)
        sealedCount += 1
      }
      after = rows.at(-1)?.codeUid ?? after
      isOver = rows.length < BATCH_ROWS
    })
  return sealedCount
}
