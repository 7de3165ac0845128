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
 * True when the journal holds a card's entry. It may be of the card whose printed number is typed now, which only the
 * QR code of the card would show (G19).
 */
export const hasUnsentCard = async (db: GateDb): Promise<boolean> =>
  (await db.entries.toArray()).some(({ result, code }) => result === null && readScan(code).kind === 'card')

/** Returns by which a live code is known: its own id, and the instant that it opened. Null for any other text. */
export const liveCodeOf = (text: string) => {
  const code = readCode(text)
  if (!code) return null
  const { certificate, time } = code
  const { passUid, epoch } = certificate
  return { seenId: seenId({ passUid, epoch, time }), opened: { epoch, time } }
}
