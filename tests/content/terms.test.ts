import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as terms from '#contract/calls/terms.ts'
import { CANCEL_DAYS, KNOWN_PHONE_COOKIE, KNOWN_PHONE_S } from '#contract/limits.ts'
import { LOCALES, type Texts } from '#contract/locales.ts'
import { FORMER_TERMS_CODES, TERMS_CODES } from '#contract/terms.ts'
import { readSeed } from '#server/modules/catalogue/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'

const DAY_S = 86_400
const LANGUAGE_COOKIE_DAYS = 365

interface SeedText {
  id: string
  title: Texts
  sections: { heading: Texts; body: Texts }[]
}
const { items } = readSeed<{ items: SeedText[] }>('terms')

describe.each(drawnEngines())('legal texts on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  const read = async (code: string, locale: (typeof LOCALES)[number] = 'en') =>
    (await app.call(terms.detail, { params: { code }, locale })).data

  test('refuse an unknown code', async () => {
    for (const code of ['nowhere', 'toString', '__proto__'])
      expect((await app.call(terms.detail, { params: { code } })).status.code).toBe('E_NOT_FOUND')
  })

  test('are returned in full for each code of the contract, in every language', async () => {
    expect(items.map(({ id }) => id).toSorted()).toEqual(TERMS_CODES.toSorted())
    for (const { id, title, sections } of items) {
      expect(sections.length).toBeGreaterThan(0)
      for (const locale of LOCALES) {
        const text = await read(id, locale)
        expect([text?.code, text?.title]).toEqual([id, title[locale]])
        expect(text?.sections).toEqual(
          sections.map(({ heading, body }) => ({
            heading: heading[locale],
            body: body[locale].replaceAll('{refundDays}', String(CANCEL_DAYS)),
          })),
        )
      }
    }
  })

  test.each(LOCALES)('name every long-lived cookie and its lifetime in %s', async (locale) => {
    const text = (await read('privacy', locale))?.sections.map(({ body }) => body).join('\n')
    for (const word of [KNOWN_PHONE_COOKIE, String(KNOWN_PHONE_S / DAY_S), String(LANGUAGE_COOKIE_DAYS)])
      expect(text).toContain(word)
    expect((await read('privacy', locale))?.effectiveDate).not.toBe((await read('service', locale))?.effectiveDate)
  })

  test('terms of service and privacy are listed as required at sign-up, the others are not', async () => {
    const { data } = await app.call(terms.list, {})
    const required = Object.fromEntries((data?.list ?? []).map(({ code, requiredYn }) => [code, requiredYn]))
    expect(required).toEqual({ service: 'Y', privacy: 'Y', refund: 'N', marketing: 'N', withdrawal: 'N' })
  })

  test('are found by the codes of the first release too', async () => {
    const former = Object.entries(FORMER_TERMS_CODES)
    expect(former.map(([code]) => code).toSorted()).toEqual(
      ['marketing_consent', 'privacy_policy', 'refund_policy', 'terms_of_service'].toSorted(),
    )
    for (const [code, current] of former) expect(await read(code)).toEqual(await read(current))
  })
})
