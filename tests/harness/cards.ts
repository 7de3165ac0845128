import { eq } from 'drizzle-orm'
import { checkDigit } from '#contract/rules/card.ts'
import { KST_OFFSET_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { card } from '#server/db/schema/card.ts'
import { cardHash } from '#server/modules/card/hashes.ts'

/** Returns a number of 16 digits with a correct check digit that belongs to no card. */
export const unknownNumber = (nth: number): string => {
  const digits = `1234567890${String(nth).padStart(5, '0')}`
  return digits + checkDigit(digits)
}

/** Returns the row of the card with this number, or undefined. */
export const cardOf = async ({ db, keys }: Pick<Deps, 'db' | 'keys'>, number: string) =>
  (
    await db
      .select()
      .from(card)
      .where(eq(card.numberHash, cardHash(keys, number)))
  )[0]

/** Returns the `passUid` of a card that was sold; throws if the card has no pass. */
export const passOfCard = async (deps: Pick<Deps, 'db' | 'keys'>, number: string): Promise<string> => {
  const passUid = (await cardOf(deps, number))?.passUid
  if (!passUid) throw new Error(`The card ${number} has no pass.`)
  return passUid
}

/** Returns the same day and time in Korea five years later (spec 9.3), without the rule under test. */
export const fiveYearsAfter = (at: number): number => {
  const [year = '', ...rest] = new Date(at + KST_OFFSET_MS).toISOString().split('-')
  return Date.parse([Number(year) + 5, ...rest].join('-')) - KST_OFFSET_MS
}
