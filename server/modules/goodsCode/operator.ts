import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { CODE_LOAD_MAX, readCodes, type BadLine } from '#contract/rules/goodsCode.ts'
import type { Deps } from '#server/deps.ts'
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

/** Rolls a load back; carries the lines that are refused. */
class LoadRefused extends Error {
  readonly bad: BadLine[]

  constructor(bad: BadLine[]) {
    super('codes refused')
    this.bad = bad
  }
}

const sentenceOf = (bad: BadLine[]): string =>
  `${bad.map(({ line, reason }) => `Line ${line} is ${REASONS[reason]}.`).join(' ')} No code was loaded.`

const load = async ({ db, keys, clock }: Deps, gdsDtlUid: string, file: string): Promise<number> => {
  const now = clock()
  const { codes, bad } = readCodes(file, now)
  if (bad.length > 0) throw new LoadRefused(bad)
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
    if (repeated.length > 0) throw new LoadRefused(repeated.map(({ line }) => ({ line, reason: 'duplicate' })))
  })
  return rows.length
}

/** Adds the pages that load codes for an option, all or none, and count them. */
export const codePages = (app: FastifyInstance, deps: Deps): void => {
  const isSold = async (gdsDtlUid: string): Promise<boolean> => {
    const named = await findOption(deps.db, gdsDtlUid)
    return named !== undefined && named.goods.doc.type !== 'hotel'
  }
  app.get(
    '/operator/codes/:option',
    forOperator(deps, async ({ option = '' }) =>
      (await isSold(option))
        ? { body: await countCodes(deps.db, option, deps.clock()) }
        : { status: 404, body: { sentence: NO_OPTION } },
    ),
  )
  app.post(
    '/operator/codes/:option',
    forOperator(deps, async ({ option = '' }, body) => {
      if (!(await isSold(option))) return { status: 404, body: { sentence: NO_OPTION } }
      const file = Buffer.isBuffer(body) ? body.toString() : ''
      const lines = file.split('\n').filter((line) => line.trim() !== '').length
      if (lines === 0 || lines > CODE_LOAD_MAX)
        return { status: 409, body: { sentence: `Give a file of 1 to ${CODE_LOAD_MAX} codes, one a line.` } }
      try {
        return { body: { loaded: await load(deps, option, file) } }
      } catch (error) {
        if (error instanceof LoadRefused) return { status: 409, body: { sentence: sentenceOf(error.bad) } }
        throw error
      }
    }),
  )
}
