import * as codes from '#contract/calls/codes.ts'
import * as terms from '#contract/calls/terms.ts'
import type { Locale } from '#contract/locales.ts'
import { FORMER_TERMS_CODES, TERMS } from '#contract/terms.ts'
import { requireValue, pageOf } from '#server/http/paging.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { codeList, nameOfCode } from './codes.ts'
import type { TermsDoc } from './docs.ts'
import { fill } from './fill.ts'
import { termsOf } from './service.ts'

const termsHead = (doc: TermsDoc, locale: Locale) => ({
  code: doc.id,
  title: doc.title[locale],
  requiredYn: TERMS[doc.id].required ? ('Y' as const) : ('N' as const),
  effectiveDate: doc.effectiveDate,
})

/** Legal texts and code lists. */
export const routes: Served[] = [
  serve(terms.list, async ({ query }, { deps, locale }) =>
    pageOf(
      (await termsOf(deps.db)).map((doc) => termsHead(doc, locale)),
      query,
    ),
  ),

  serve(terms.detail, async ({ params }, { deps, locale }) => {
    const code = Object.hasOwn(FORMER_TERMS_CODES, params.code) ? FORMER_TERMS_CODES[params.code] : params.code
    const doc = requireValue((await termsOf(deps.db)).find(({ id }) => id === code))
    return {
      ...termsHead(doc, locale),
      sections: doc.sections.map(({ heading, body }) => ({ heading: fill(heading[locale]), body: fill(body[locale]) })),
    }
  }),

  serve(codes.goodsTypes, (_, { locale }) => requireValue(codeList('GDS_TYCD', locale))),
  serve(codes.cities, (_, { locale }) => requireValue(codeList('CTPV', locale))),
  serve(codes.districts, ({ query }, { locale }) => requireValue(codeList('SGG', locale, query.upCd))),
  serve(codes.codes, ({ params, query }, { locale }) => requireValue(codeList(params.codeType, locale, query.upCd))),
  serve(codes.codeName, ({ params }, { locale }) => requireValue(nameOfCode(params.code, locale))),
]
