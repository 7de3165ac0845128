import { createHash } from 'node:crypto'
import { escapeHtml } from '#contract/html.ts'
import { BCP47, type Locale } from '#contract/locales.ts'
import { CHOICES, type Row } from './ledger.ts'
import { TEXTS } from './texts.ts'

const STYLE = `
:root{color-scheme:light dark;--page:#eef1f4;--sheet:#fff;--ink:#17202a;--dim:#4a5866;--line:#c3ccd5;--main:#17507d;--on:#fff}
@media (prefers-color-scheme:dark){:root{--page:#12181f;--sheet:#1b232c;--ink:#eef2f6;--dim:#b0bcc8;--line:#46535f;--main:#8ec5ee;--on:#0d1b27}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{padding:14px 16px;background:var(--main);color:var(--on);font-weight:600;text-align:center}
main{max-width:480px;margin:16px auto;padding:20px;background:var(--sheet);border:1px solid var(--line);border-radius:8px}
h1{margin:0 0 4px;font-size:22px;line-height:1.3}h2{margin:24px 0 8px;font-size:17px}
p{margin:0 0 12px;color:var(--dim)}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:16px 0 0;padding:12px 0;border-block:1px solid var(--line)}
dt{color:var(--dim)}dd{margin:0;text-align:end;overflow-wrap:anywhere}.sum{font-size:20px;font-weight:700}
form{display:grid;gap:8px}
button,a.button{display:block;width:100%;min-height:48px;padding:10px 14px;border:1px solid var(--main);border-radius:6px;background:transparent;color:var(--main);font:inherit;font-weight:600;text-align:start;text-decoration:none;cursor:pointer}
button:first-of-type,a.button{background:var(--main);color:var(--on)}
button span{display:block;font-size:14px;font-weight:400}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
@media (max-width:520px){main{margin:0;border-width:0 0 1px;border-radius:0}}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Returns the headers of a page; its form may redirect to the origin of `returnUrl`. */
export const pageHeaders = (returnUrl?: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${returnUrl ? new URL(returnUrl).origin : ''}`,
})

const page = (locale: Locale, main: string): string => `<!doctype html>
<html lang="${BCP47[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${TEXTS.title[locale]} · Harbor Bank</title><style>${STYLE}</style></head>
<body><header>Harbor Bank</header><main>${main}</main></body></html>`

const back = (locale: Locale, href: string) => `<a class="button" href="${escapeHtml(href)}">${TEXTS.back[locale]}</a>`

/** Renders the order, with a button for each possible answer of the bank. */
export const payPage = (row: Row, locale: Locale): string => {
  const amount = new Intl.NumberFormat(BCP47[locale], { style: 'currency', currency: 'KRW' }).format(row.amount)
  const facts = [
    [TEXTS.order, escapeHtml(row.orderNumber)],
    [TEXTS.item, escapeHtml(row.orderName)],
    [TEXTS.method, TEXTS[row.method][locale]],
  ] as const
  const buttons = CHOICES.map(
    (choice) =>
      `<button name="choice" value="${choice}">${TEXTS[choice][locale]}<span>${TEXTS[`${choice}Hint`][locale]}</span></button>`,
  )
  return page(
    locale,
    `<h1>${TEXTS.title[locale]}</h1><p>${TEXTS.sandbox[locale]}</p>
<dl>${facts.map(([name, value]) => `<dt>${name[locale]}</dt><dd>${value}</dd>`).join('')}
<dt>${TEXTS.amount[locale]}</dt><dd class="sum">${amount}</dd></dl>
<h2 id="answer">${TEXTS.answer[locale]}</h2><form method="post" aria-labelledby="answer">${buttons.join('')}</form>`,
  )
}

/** Renders one sentence, and a link back if `href` is given. */
export const sentencePage = (locale: Locale, text: 'lost' | 'done' | 'unknown', href?: string): string =>
  page(locale, `<h1>${TEXTS.title[locale]}</h1><p>${TEXTS[text][locale]}</p>${href ? back(locale, href) : ''}`)
