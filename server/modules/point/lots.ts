/** Which points of a ledger are left, and when they expire. */

/** A line of a member's ledger: `amount` is negative when points were taken. `expireAt`: null for never, ms UTC. */
export interface LedgerLine {
  amount: number
  expireAt: number | null
  ordUid: string
}

/** What is left of an entry that added points; `amount` is above 0. */
export type Lot = LedgerLine

const endOf = ({ expireAt }: Lot): number => expireAt ?? Infinity

const put = (lots: Lot[], line: LedgerLine): void => {
  const next = lots.findIndex((lot) => endOf(lot) > endOf(line))
  lots.splice(next < 0 ? lots.length : next, 0, { ...line })
}

const take = (lots: Lot[], points: number): void => {
  let rest = points
  for (let lot = lots[0]; lot && rest > 0; lot = lots[0]) {
    const taken = Math.min(lot.amount, rest)
    rest -= taken
    lot.amount -= taken
    if (lot.amount === 0) lots.shift()
  }
}

/**
 * Returns what is left of each entry that added points, in the order in which it expires, of equal ones the older
 * first. `lines`: all lines of a member, oldest first. Each line that took points took those that expired first among
 * the points of its time, so an entry of kind `expire` takes the lots that it stands for.
 */
export const lotsOf = (lines: readonly LedgerLine[]): Lot[] => {
  const lots: Lot[] = []
  for (const line of lines) {
    if (line.amount > 0) put(lots, line)
    else take(lots, -line.amount)
  }
  return lots
}

/** Returns whether the points of a lot have expired at `now` (ms UTC). */
export const isExpired = ({ expireAt }: Lot, now: number): boolean => expireAt !== null && expireAt <= now

/** Adds up the points of lots. */
export const total = (lots: readonly Lot[]): number => lots.reduce((sum, { amount }) => sum + amount, 0)

/** Points that expire at the same instant (`at`, ms UTC). */
export interface Expiring {
  amount: number
  at: number
}

/** Adds up lots that expire by the instant at which they do, the first one first. */
export const expiringOf = (lots: readonly Lot[]): Expiring[] => {
  const sums = new Map<number, number>()
  for (const { amount, expireAt } of lots) if (expireAt !== null) sums.set(expireAt, (sums.get(expireAt) ?? 0) + amount)
  return [...sums].map(([at, amount]) => ({ amount, at }))
}
