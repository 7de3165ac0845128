import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { CODE_LOAD_MAX, readCodes, type BadLine } from '#contract/rules/goodsCode.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
import { countCodes, findOption, insertCodes, storedHashes } from '#server/modules/goods/service.ts'
import { formerHashes, sealCode } from './seal.ts'

/** `/operator/codes/:option`, for `npm run code:load` and `code:list`. No answer contains a code. */

const NO_OPTION = 'There is no tour, activity or voucher with this option id.'
const REASONS: Record<BadLine['reason'], string> = {
  malformed: 'malformed',
  duplicate: 'a duplicate',
  expired: 'past its last day',
}

const refuseLines = (code: 'E_INPUT' | 'E_EXISTS', bad: BadLine[]): CommandRefused => {
  const lines = bad.map(({ line, reason }) => `Line ${line} is ${REASONS[reason]}.`).join(' ')
  return new CommandRefused(code, `${lines} No code was loaded.`)
}

const load = async (
  { db, keys, clock }: Deps,
  { gdsDtlUid, file, operator }: { gdsDtlUid: string; file: string; operator: string },
): Promise<number> => {
  const now = clock()
  const { codes, bad } = readCodes(file, now)
  if (bad.length > 0) throw refuseLines('E_INPUT', bad)
  const rows = codes.map(({ code, expiresAt, line }) => ({
    ...sealCode(keys, code),
    former: formerHashes(keys, code),
    expiresAt,
    line,
  }))
  await db.transaction(async (tx) => {
    const before = await storedHashes(
      tx,
      rows.flatMap(({ former }) => former),
    )
    const loaded = await insertCodes(
      tx,
      rows.map(({ codeHash, codeSealed, expiresAt }) => ({
        codeUid: uuidv7(),
        gdsDtlUid,
        codeHash,
        codeSealed,
        expiresAt,
        loadedAt: now,
      })),
    )
    const repeated = rows.filter(
      ({ codeHash, former }) => !loaded.has(codeHash) || former.some((hash) => before.has(hash)),
    )
    if (repeated.length > 0)
      throw refuseLines(
        'E_EXISTS',
        repeated.map(({ line }) => ({ line, reason: 'duplicate' })),
      )
    const after = { loaded: rows.length }
    await noteOperatorChange(tx, { at: now, operator, target: gdsDtlUid, field: 'codes', after })
  })
  return rows.length
}

/** Adds the pages that load codes for an option, all or none, and count them. */
export const codePages = (app: FastifyInstance, deps: Deps): void => {
  const requireSold = async (gdsDtlUid: string): Promise<void> => {
    const named = await findOption(deps.db, gdsDtlUid)
    if (!named || named.goods.doc.type === 'hotel') throw new CommandRefused('E_NOT_FOUND', NO_OPTION)
  }
  app.get(
    '/operator/codes/:option',
    forOperator(deps, async ({ params: { option = '' } }) => {
      await requireSold(option)
      return countCodes(deps.db, option, deps.clock())
    }),
  )
  app.post(
    '/operator/codes/:option',
    forOperator(deps, async ({ params: { option = '' }, text: file, operator }) => {
      await requireSold(option)
      const lines = file.split('\n').filter((line) => line.trim() !== '').length
      if (lines === 0 || lines > CODE_LOAD_MAX)
        throw new CommandRefused('E_INPUT', `Give a file of 1 to ${CODE_LOAD_MAX} codes, one a line.`)
      return { loaded: await load(deps, { gdsDtlUid: option, file, operator }) }
    }),
  )
}
