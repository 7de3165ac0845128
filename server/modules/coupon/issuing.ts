import { GOODS_TYPE } from '#contract/codes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused } from '#server/http/command.ts'
import { productOf } from '#server/modules/catalogue/service.ts'
import { findOption } from '#server/modules/goods/service.ts'
import * as store from './issuing.store.ts'
import { freshNumber, printedNumber } from './number.ts'
import { couponCovers, type Payable } from './service.ts'
import { issueOf, type IssueTerms } from './terms.ts'

/** Issues of coupons, which an operator creates, ends and prints on the running server. */

/** Printed numbers of one command. */
export const PRINT_MAX = 10_000

type Changing = Pick<Deps, 'db' | 'clock' | 'log'>
/** An issue and the account that changes it. */
interface Named {
  id: string
  operator: string
}

const unknownIssue = (id: string): CommandRefused =>
  new CommandRefused('E_NOT_FOUND', `There is no issue "${id}". npm run coupon:list names them.`)

const payableOf = async (tx: Tx, gdsDtlUid: string): Promise<Payable> => {
  if (await productOf(tx, gdsDtlUid)) return { kind: 'pass', gdsDtlUid, gdsTycd: GOODS_TYPE.pass, amount: 0 }
  const sold = await findOption(tx, gdsDtlUid)
  if (!sold) throw new CommandRefused('E_INPUT', `gdsDtlUid names no option: "${gdsDtlUid}".`)
  return { kind: 'reserve', gdsDtlUid, gdsTycd: GOODS_TYPE[sold.goods.doc.type], amount: 0 }
}

/** Changes issues in one transaction, with an entry in the log of operators. */
const change = async (
  { db, clock, log }: Changing,
  { id: target, operator }: Named,
  field: 'issue' | 'end' | 'print' | 'reprint',
  work: (tx: Tx, now: number) => Promise<object>,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const now = clock()
    const after = await work(tx, now)
    await noteOperatorChange(tx, { at: now, operator, target, field: `coupon ${field}`, after })
  })
  log.info({ operator, target, change: field }, 'an operator changed coupons')
}

/**
 * Creates an issue. Throws `CommandRefused`: `E_EXISTS` for an id that exists, because terms never change once members
 * hold coupons; `E_INPUT` for an option that does not exist or that the terms exclude, and for days that are over.
 */
export const createIssue = (deps: Changing, named: Named, terms: IssueTerms): Promise<void> =>
  change(deps, named, 'issue', async (tx, now) => {
    const row = issueOf(named.id, terms, now)
    for (const [field, endsAt] of [
      ['until', row.endsAt],
      ['lastDay', row.expiresAt],
    ] as const)
      if (endsAt !== null && endsAt <= now) throw new CommandRefused('E_INPUT', `${field} is over.`)
    if (row.gdsDtlUid !== null && !couponCovers(row, await payableOf(tx, row.gdsDtlUid)))
      throw new CommandRefused('E_INPUT', 'gdsDtlUid is an option that target or gdsTycd excludes.')
    if (!(await store.insertIssue(tx, row)))
      throw new CommandRefused('E_EXISTS', `The issue "${named.id}" exists. Its terms do not change: use another id.`)
    return row
  })

/**
 * Ends an issue: nobody can take it any more, coupons that members have stay valid. Throws `CommandRefused`:
 * `E_NOT_FOUND`, `E_OVER`.
 */
export const endIssue = (deps: Changing, named: Named): Promise<void> =>
  change(deps, named, 'end', async (tx, now) => {
    if (!(await store.lockIssue(tx, named.id))) throw unknownIssue(named.id)
    if (!(await store.endIssue(tx, named.id, now)))
      throw new CommandRefused('E_OVER', `The issue "${named.id}" is over already.`)
    return { endsAt: now }
  })

/** Locks and returns an issue whose printed numbers can be taken at `now`. Throws `E_NOT_FOUND`, `E_INPUT`, `E_OVER`. */
const lockPrinted = async (tx: Tx, id: string, now: number) => {
  const issue = await store.lockIssue(tx, id)
  if (!issue) throw unknownIssue(id)
  if (issue.way !== 'paper')
    throw new CommandRefused('E_INPUT', `The issue "${id}" is not printed: its way is ${issue.way}.`)
  const isOver = [issue.endsAt, issue.expiresAt].some((end) => end !== null && end <= now)
  if (isOver) throw new CommandRefused('E_OVER', `The issue "${id}" is over.`)
  return issue
}

/**
 * Creates `count` printed numbers of an issue and returns them as they are to be printed. Throws `CommandRefused`:
 * `E_NOT_FOUND`, `E_INPUT` for an issue that is not printed, `E_OVER` for one that is over, and when more numbers would
 * be in people's hands than can still be taken.
 */
export const printNumbers = async (deps: Changing, named: Named, count: number): Promise<string[]> => {
  const numbers = Array.from({ length: count }, freshNumber)
  await change(deps, named, 'print', async (tx, now) => {
    const issue = await lockPrinted(tx, named.id, now)
    const free = await store.countFree(tx, named.id)
    if (issue.available !== null && free + count > issue.available)
      throw new CommandRefused(
        'E_OVER',
        `Only ${issue.available} coupons are left, and ${free} printed numbers are not taken yet.`,
      )
    await store.insertNumbers(tx, named.id, numbers)
    return { count }
  })
  return numbers.map(printedNumber)
}

/**
 * Returns the printed numbers of an issue that nobody has taken, sorted, as they are to be printed: the answer of
 * `printNumbers` may have been lost. Throws `CommandRefused`: `E_NOT_FOUND`, also when there is none; `E_INPUT` for an
 * issue that is not printed; `E_OVER`.
 */
export const reprintNumbers = async (deps: Changing, named: Named): Promise<string[]> => {
  let numbers: string[] = []
  await change(deps, named, 'reprint', async (tx, now) => {
    await lockPrinted(tx, named.id, now)
    numbers = await store.freeNumbers(tx, named.id)
    if (numbers.length === 0)
      throw new CommandRefused('E_NOT_FOUND', `The issue "${named.id}" has no printed number that nobody has taken.`)
    return { count: numbers.length }
  })
  return numbers.map(printedNumber).toSorted()
}

/** Returns all issues for the operator's terminal, with how many coupons were taken. */
export const listAllIssues = async (db: Database) => ({
  issues: (await store.countedIssues(db)).map(({ issue, taken, printed }) => ({
    id: issue.couponPblcnUid,
    name: issue.name.en,
    kind: issue.kind,
    value: issue.value,
    way: issue.way,
    startsAt: issue.startsAt,
    endsAt: issue.endsAt,
    available: issue.available,
    taken,
    printed,
    isSample: issue.sample,
  })),
})
