import type { FastifyInstance } from 'fastify'
import { BCP47, LOCALES } from '#contract/locales.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from './headers.ts'

/** Validity of the file; RFC 9116 recommends less than a year. */
const GOOD_DAYS = 180
/** Without scripts and regions: `en`, `ko`, `zh`, … */
const LANGUAGES = new Set(LOCALES.map((locale) => new Intl.Locale(BCP47[locale]).language))

/** Serves `/.well-known/security.txt` (RFC 9116), the contact for vulnerabilities. No-op without a contact. */
export const securityPages = (app: FastifyInstance, { config, clock }: Deps): void => {
  const { securityContact, publicUrl } = config
  if (securityContact === null) return
  app.get('/.well-known/security.txt', (_request, reply) => {
    const today = Math.floor(clock() / DAY_MS) * DAY_MS
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + GOOD_DAYS * DAY_MS).toISOString()}`,
      `Preferred-Languages: ${[...LANGUAGES].join(', ')}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply
      .headers(DATA_HEADERS)
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
