import { hasCheckDigit } from '#contract/rules/card.ts'
import { seenId } from '#contract/rules/passCheck.ts'
import { readCode } from '#contract/rules/passCode.ts'
import { readScan, takesNetwork, type Scanned } from '#contract/rules/scan.ts'
import type { GateDb } from '#db/gate.ts'

/** Returns whether a text is the printed number of a card. */
export const isNumber = (scanned: Scanned): boolean => scanned.kind === 'card' && takesNetwork(scanned)
/** Returns whether a text is a printed number whose check digit is wrong. */
export const isMistyped = (scanned: Scanned): boolean =>
  scanned.kind === 'card' && takesNetwork(scanned) && !hasCheckDigit(scanned.number)

/**
 * Resolves true when a card's entry waits in the journal. It may be of the card whose printed number is typed now,
 * which only the QR code of that card would show (G19).
 */
export const hasUnsentCard = async (db: GateDb): Promise<boolean> =>
  (await db.entries.toArray()).some(({ result, code }) => result === null && readScan(code).kind === 'card')

/** Returns what identifies a live code: its id in `seen`, and its epoch and time as `opened`. Null for other texts. */
export const liveCodeOf = (text: string) => {
  const code = readCode(text)
  if (!code) return null
  const { certificate, time } = code
  const { passUid, epoch } = certificate
  return { seenId: seenId({ passUid, epoch, time }), opened: { epoch, time } }
}
