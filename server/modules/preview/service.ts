import { guideOf } from '#contract/guides.ts'
import type { Locale } from '#contract/locales.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { pictureOfPass, PRODUCT_PICTURE } from '#contract/rules/previewPicture.ts'
import { BRAND } from '#contract/shellHead.ts'
import type { Deps } from '#server/deps.ts'
import type { PageAddress } from '#server/http/pages.ts'
import { missingHead, previewHead, type PagePreview } from '#server/http/previewHead.ts'
import { offeredGoods, offeredRecords, type Records } from '#server/modules/catalogue/service.ts'
import { translate } from '#server/texts.ts'
import { detailPages, recordAddress, textOf, type DetailPage } from './details.ts'
import { ALIASES, GIFT_PAGE, GUIDE, PUBLIC_PAGES } from './fixedPages.ts'
import { shorten } from './shorten.ts'

type Previewed = Pick<Deps, 'db' | 'config' | 'clock'>

const generic = (address: string, locale: Locale): PagePreview => ({
  documentTitle: '',
  title: BRAND,
  text: translate(locale, 'preview.home'),
  picture: PRODUCT_PICTURE,
  kind: 'website',
  address,
  isIndexed: false,
})

const fixed = ({ path, title }: PageAddress, locale: Locale): PagePreview => {
  const address = ALIASES[path] ?? path
  const page = PUBLIC_PAGES[address]
  if (!page)
    return {
      ...generic(address, locale),
      documentTitle: title,
      ...(path === GIFT_PAGE && { title, text: translate(locale, 'preview.gift') }),
    }
  return {
    ...generic(address, locale),
    documentTitle: title,
    title: address === '/home' || title === '' ? BRAND : title,
    text: translate(locale, page.text),
    picture: page.picture,
    isIndexed: true,
  }
}

const guide = ({ path, title }: PageAddress, locale: Locale, records: Records): PagePreview => {
  const passType = guideOf(GUIDE.exec(path)?.[1] ?? '')
  const product = records.products.find((doc) => doc.passType === passType)
  return {
    ...generic(path, locale),
    documentTitle: title,
    title: title || BRAND,
    ...(product && {
      text: shorten(product.summary[locale]),
      picture: pictureOfPass(product.passType),
      isIndexed: true,
    }),
  }
}

const detail = (page: DetailPage, locale: Locale): PagePreview => {
  const { picture, kind, address } = page
  const title = page.title[locale]
  return { documentTitle: title, title, text: shorten(textOf(page, locale)), picture, kind, address, isIndexed: true }
}

/** Returns a function that computes a value once for each object and name. The value is as old as the object. */
const memoize = <Value>() => {
  const values = new WeakMap<object, Map<string, Value>>()
  return (object: object, name: string, compute: () => Value): Value => {
    const ofObject = values.get(object) ?? new Map<string, Value>()
    values.set(object, ofObject)
    const stored = ofObject.get(name)
    if (stored !== undefined) return stored
    const value = compute()
    ofObject.set(name, value)
    return value
  }
}
const headOnce = memoize<string>()

const headOf = async (deps: Previewed, page: PageAddress, locale: Locale): Promise<string | null> => {
  const { config } = deps
  const write = (preview: PagePreview): string => previewHead(preview, locale, config.publicUrl)
  const address = recordAddress(page.path, page.query)
  // `/pass/completed` is a screen, although it is below the list of passes.
  const isRecord = address !== null && (page.isDetail || address.includes('?'))
  const name = `${locale} ${page.path} ${page.title}`
  if (!isRecord && !GUIDE.test(page.path)) {
    const compute = (): string => write(fixed(page, locale))
    // Addresses without a parameter are those of the router, so there are few.
    return page.isDetail ? compute() : headOnce(config, name, compute)
  }
  try {
    const records = await offeredRecords(deps)
    if (!isRecord) return headOnce(records, name, () => write(guide(page, locale, records)))
    const goods = await offeredGoods(deps)
    const record = detailPages(records, goods, koreanDate(deps.clock())).get(address)
    return record ? headOnce(record, locale, () => write(detail(record, locale))) : null
  } catch {
    // The page may exist, so search engines must not be told to forget it.
    return write({ ...generic(address ?? page.path, locale), documentTitle: page.title, isIndexed: true })
  }
}

/**
 * Returns the head of a page in one language, from the cached records. `exists` is false for an unknown address (null)
 * and for a record that is not offered or not published yet; true while the database is unavailable.
 */
export const pageHead = async (
  deps: Previewed,
  page: PageAddress | null,
  locale: Locale,
  missingTitle: string,
): Promise<{ head: string; exists: boolean }> => {
  const head = page && (await headOf(deps, page, locale))
  return head === null
    ? { head: missingHead(missingTitle, translate(locale, 'preview.home')), exists: false }
    : { head, exists: true }
}
