import { escapeHtml } from '#contract/html.ts'
import { BCP47, type Locale } from '#contract/locales.ts'

/** A letter whose sentences are written, in one language. */
export interface Written {
  subject: string
  before: readonly string[]
  /** A value between the sentences: a code in large type, or a quotation. */
  value?: { text: string; isQuoted: boolean } | undefined
  /** Label and value of each fact. */
  facts: readonly (readonly [string, string])[]
  /** The page that the letter is about. */
  open?: { label: string; url: string } | undefined
  after: readonly string[]
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
const LARGE = 'margin:20px 0;font-size:28px;font-weight:700;letter-spacing:4px'
const QUOTED = 'margin:16px 0;white-space:pre-wrap;padding-left:12px;border-left:3px solid #0a5bb5'
const BUTTON =
  'display:inline-block;padding:14px 22px;border-radius:12px;background:#0a5bb5;color:#ffffff;font-weight:700;text-decoration:none'

/** Mail programs with a dark theme keep these colours or invert them as a whole: there is no dark variant of our own. */
const paragraph = (text: string): string => `<p style="margin:12px 0">${escapeHtml(text)}</p>`

const factRow = ([label, value]: readonly [string, string]): string =>
  `<tr><td style="padding:8px 16px 8px 0;color:#465a6a;vertical-align:top">${escapeHtml(label)}</td>` +
  `<td style="padding:8px 0;text-align:right;font-weight:600">${escapeHtml(value)}</td></tr>`

/** Returns the HTML of a letter: tables and inline styles, because mail programs read no others. */
export const letterHtml = (locale: Locale, { subject, before, value, facts, open, after }: Written): string =>
  [
    `<!doctype html><html lang="${BCP47[locale]}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;background:#f3f7f6;color:#0c2233;font-size:16px;line-height:1.5;${FONT}">`,
    '<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#ffffff;border-radius:20px">',
    '<tr><td style="padding:20px 24px;border-bottom:1px solid #d3dedf;font-weight:700;color:#0a5bb5">Harbor Pass</td></tr>',
    '<tr><td style="padding:12px 24px 24px">',
    ...before.map(paragraph),
    ...(value ? [`<p style="${value.isQuoted ? QUOTED : LARGE}">${escapeHtml(value.text)}</p>`] : []),
    ...(facts.length > 0
      ? [
          `<table width="100%" cellspacing="0" cellpadding="0" style="margin:12px 0;border-top:1px solid #d3dedf;border-bottom:1px solid #d3dedf">`,
          ...facts.map(factRow),
          '</table>',
        ]
      : []),
    ...(open
      ? [
          `<p style="margin:20px 0"><a href="${escapeHtml(open.url)}" style="${BUTTON}">${escapeHtml(open.label)}</a></p>`,
        ]
      : []),
    ...after.map(paragraph),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')

/** Returns the plain text of a letter, with the same content. */
export const letterText = ({ before, value, facts, open, after }: Written): string =>
  `${[
    ...before,
    value?.text ?? '',
    facts.map(([label, fact]) => `${label}: ${fact}`).join('\n'),
    open ? `${open.label}:\n${open.url}` : '',
    ...after,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
