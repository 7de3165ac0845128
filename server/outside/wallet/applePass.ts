import type { Barcode, Field } from 'passkit-generator'
import { BCP47, LOCALES, type Locale } from '#contract/locales.ts'
import { koreanDateTime } from '#contract/rules/koreanCalendar.ts'
import type { AppleWallet } from './settings.ts'
import { allWalletTexts, BRAND, type WalletFacts, type WalletTexts } from './walletTexts.ts'

/** The content of a pass for Apple Wallet; a thread signs it. */
export interface ApplePass {
  signing: AppleWallet
  props: {
    serialNumber: string
    description: string
    organizationName: string
    backgroundColor: string
    foregroundColor: string
    labelColor: string
    sharingProhibited: boolean
  }
  barcode: Barcode
  endsAt: number
  primary: Field[]
  secondary: Field[]
  auxiliary: Field[]
  back: Field[]
  /** By language of Apple, the translation of each English text of the pass. */
  strings: Record<string, Record<string, string>>
}

/** The colours of the pass in the app: ink on foam, with blue labels. */
const FOAM = 'rgb(243, 247, 246)'
const INK = 'rgb(12, 34, 51)'
const BLUE = 'rgb(10, 91, 181)'

/** Names of the folders with translations; British English is not among the languages that phones fall back to. */
const LANGUAGE: Record<Locale, string> = { ...BCP47, en: 'en' }

/** Returns an instant as Korean time with its offset, which the phone shows unchanged with `ignoresTimeZone`. */
const koreanInstant = (at: number): string => `${koreanDateTime(at)}+09:00`

/** The library writes texts between quotation marks and escapes nothing. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/**
 * Returns the content of a pass. Its texts are English, and their translations are found by them, so that a phone in a
 * sixth language shows English.
 */
export const applePass = (facts: WalletFacts, signing: AppleWallet): ApplePass => {
  const { walletUid, code, holder, passType, useBy, endsAt, appUrl } = facts
  const texts = allWalletTexts(passType)
  const { en } = texts
  const until = { dateStyle: 'PKDateStyleMedium', ignoresTimeZone: true } as const
  const translationsOf = (locale: Locale) =>
    Object.fromEntries(
      Object.entries(en).map(([id, text]) => [escaped(text), escaped(texts[locale][id as keyof WalletTexts])]),
    )
  return {
    signing,
    props: {
      serialNumber: walletUid,
      description: en.description,
      organizationName: BRAND,
      backgroundColor: FOAM,
      foregroundColor: INK,
      labelColor: BLUE,
      sharingProhibited: true,
    },
    barcode: { message: code, format: 'PKBarcodeFormatQR', messageEncoding: 'iso-8859-1' },
    endsAt,
    primary: [{ key: 'product', value: en.product }],
    secondary: [
      { key: 'holder', label: en.name, value: holder },
      useBy === null
        ? { key: 'until', label: en.validUntil, value: koreanInstant(endsAt), ...until, timeStyle: 'PKDateStyleShort' }
        : { key: 'until', label: en.useBy, value: koreanInstant(useBy), ...until },
    ],
    auxiliary: [{ key: 'gate', label: en.gate, value: en.passport }],
    back: [
      { key: 'about', label: en.aboutTitle, value: en.about },
      { key: 'ends', label: '', value: en.ends },
      { key: 'app', label: BRAND, value: appUrl, attributedValue: `<a href="${appUrl}">${en.open}</a>` },
    ],
    strings: Object.fromEntries(LOCALES.map((locale) => [LANGUAGE[locale], translationsOf(locale)])),
  }
}
