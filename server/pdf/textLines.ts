import { BCP47, LOCALES, type Locale } from '#contract/locales.ts'
import { clustersOf } from './fonts.ts'

const segmenters = Object.fromEntries(
  LOCALES.map((locale) => [locale, new Intl.Segmenter(BCP47[locale], { granularity: 'word' })]),
) as Record<Locale, Intl.Segmenter>

/** Opening brackets, quotation marks, currencies and signs: never at the end of a line. */
const STAYS_WITH_NEXT = /^[\p{Ps}\p{Pi}\p{Sc}−]+$/u
/** Spaces and all other punctuation: never at the start of a line. */
const STAYS_WITH_PREVIOUS = /^[\p{Z}\p{P}\p{S}]+$/u

/** Returns the parts between which a line may break. */
const unitsOf = (text: string, locale: Locale): string[] => {
  const units: string[] = []
  let isOpen = false
  for (const { segment } of segmenters[locale].segment(text)) {
    const opens = STAYS_WITH_NEXT.test(segment)
    const joins = isOpen || (!opens && STAYS_WITH_PREVIOUS.test(segment))
    if (joins && units.length > 0) units.push((units.pop() ?? '') + segment)
    else units.push(segment)
    isOpen = opens
  }
  return units
}

/**
 * Breaks a text into lines of at most `width`, between words where possible. The lines together are the whole text: the
 * space at a break stays at the end of its line, so that a copied text is complete.
 */
export const linesOf = (
  text: string,
  { locale, width, measure }: { locale: Locale; width: number; measure: (text: string) => number },
): string[] => {
  const fits = (line: string): boolean => measure(line.trimEnd()) <= width
  const lines = ['']
  for (const unit of unitsOf(text, locale))
    for (const piece of fits(unit) ? [unit] : clustersOf(unit, locale)) {
      const line = lines.at(-1) ?? ''
      if (line === '' || fits(line + piece)) lines[lines.length - 1] = line + piece
      else lines.push(piece)
    }
  return lines
}
