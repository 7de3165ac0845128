import { uuidv7 } from 'uuidv7'
import { subjectOf } from './judge.ts'

/**
 * Creates the ids of scans that the server alone can judge. A scan whose answer was lost may have been entered: for
 * `windowMs` the next scan of the same visitor repeats its id, and then gets the answer that the first one missed (G37,
 * G39).
 */
export const createLostAnswers = (now: () => number, windowMs: number) => {
  const lost = new Map<string, { entryUid: string; at: number }>()
  const isOver = ({ at }: { at: number }): boolean => now() >= at + windowMs
  return {
    /** Returns the id of the lost scan of this visitor, else a new one. */
    entryUidFor: (text: string): string => {
      const scan = lost.get(subjectOf(text))
      return scan === undefined || isOver(scan) ? uuidv7() : scan.entryUid
    },
    /** Notes that the answer to this scan was lost. */
    note: (text: string, entryUid: string): void => {
      for (const [subject, scan] of lost) if (isOver(scan)) lost.delete(subject)
      lost.set(subjectOf(text), { entryUid, at: now() })
    },
    /** Notes that the server has answered. */
    clear: (text: string): void => void lost.delete(subjectOf(text)),
  }
}
