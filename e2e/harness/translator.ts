import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { Locale } from '../../contract/locales.ts'

/**
 * Returns a lookup of translated texts, so that tests find elements by what people read: in `cht`, `Sign in` is `登入`.
 * Throws for a text without translation.
 */
export const loadTranslator = async (
  locale: Locale,
): Promise<(english: string, values?: Record<string, string | number>) => string> => {
  const file = resolve(import.meta.dirname, `../../locales/${locale}.po`)
  const catalogue = await formatter().parse(readFileSync(file, 'utf8'), { locale, sourceLocale: 'en', filename: file })
  const texts = new Map(Object.entries(catalogue).map(([id, { message, translation }]) => [message ?? id, translation]))
  return (english, values = {}) => {
    const text = texts.get(english)
    if (!text) throw new Error(`the ${locale} catalogue has no “${english}”`)
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
