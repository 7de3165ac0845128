import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#contract/html.ts'
import { BCP47, DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { translate } from '#server/texts.ts'

/** Path of the page that opens PortOne's. It is below `/api`, which the service worker passes to the network. */
export const PAGE_PATH = '/api/v1/payment/page'

const LIBRARY = 'https://cdn.portone.io/v2/browser-sdk.js'

/** Reads the order from the fragment. The amount is registered already; only a redirect to our origin is accepted. */
const SCRIPT = `
const fail = () => document.querySelector('main').hidden = false
try {
  const bytes = Uint8Array.from(atob(location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const order = JSON.parse(new TextDecoder().decode(bytes))
  const { storeId, channelKey } = JSON.parse(document.querySelector('main').dataset.account)
  if (new URL(order.redirectUrl).origin !== location.origin) throw new Error('led astray')
  PortOne.requestPayment({ ...order, storeId, channelKey, forceRedirect: true }).catch(fail)
} catch {
  fail()
}
`
const STYLE = 'body{font:16px/1.5 system-ui,sans-serif;margin:24px;color-scheme:light dark}'
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The library opens frames, forms and windows of the chosen card company. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hash(SCRIPT)} https://cdn.portone.io https://*.portone.io`,
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  'connect-src https:',
  'frame-src https:',
  "form-action 'self' https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What the browser library needs to know of our store; both are public. */
export interface PortOneStore {
  storeId: string
  channelKey: string
}

const pageIn = (locale: Locale, account: PortOneStore): string =>
  `<!doctype html><html lang="${BCP47[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Harbor Pass</title><style>${STYLE}</style></head><body>
<main hidden data-account="${escapeHtml(JSON.stringify(account))}"><p>${escapeHtml(translate(locale, 'error.E_GATEWAY'))}</p><p><a href="/">Harbor Pass</a></p></main>
<script src="${LIBRARY}"></script><script>${SCRIPT}</script></body></html>`

/** Serves the page at `PAGE_PATH`. */
export const addPortOnePage = (app: FastifyInstance, { storeId, channelKey }: PortOneStore): void => {
  app.get(PAGE_PATH, (request, reply) => {
    const { lang } = request.query as { lang?: unknown }
    const locale = typeof lang === 'string' && isLocale(lang) ? lang : DEFAULT_LOCALE
    return reply
      .headers(DATA_HEADERS)
      .header('content-security-policy', POLICY)
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('permissions-policy', 'payment=*')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageIn(locale, { storeId, channelKey }))
  })
}
