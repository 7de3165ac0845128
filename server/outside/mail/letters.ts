import { BCP47, type Locale } from '#contract/locales.ts'
import { say } from '#server/texts.ts'

/** What a letter is made of: ids of sentences, and the value that stands out between them. */
const LETTERS = {
  code: {
    subject: 'mail.code.subject',
    before: ['mail.code.hello'],
    standsOut: 'code',
    after: ['mail.code.body', 'mail.code.ignore', 'mail.sign'],
  },
} as const satisfies Record<string, { subject: string; before: string[]; standsOut: string; after: string[] }>

export type LetterId = keyof typeof LETTERS
export const isLetterId = (id: string): id is LetterId => Object.hasOwn(LETTERS, id)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text as it may stand in HTML, in elements and in quoted attributes. */
export const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

/** Subject, text and HTML of a letter in one language. */
export const writeLetter = (id: LetterId, locale: Locale, values: Record<string, string>) => {
  const letter = LETTERS[id]
  const sentences = (ids: readonly string[]) => ids.map((sentence) => say(locale, sentence, values))
  const standsOut = values[letter.standsOut] ?? ''
  const before = sentences(letter.before)
  const after = sentences(letter.after)
  const paragraphs = (lines: string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
  return {
    subject: say(locale, letter.subject, values),
    text: `${[...before, standsOut, ...after].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${BCP47[locale]}"><body style="font:16px/1.5 sans-serif">`,
      paragraphs(before),
      `<p style="font-size:28px;font-weight:bold;letter-spacing:4px">${escapeHtml(standsOut)}</p>`,
      paragraphs(after),
      '</body></html>',
    ].join('\n'),
  }
}
