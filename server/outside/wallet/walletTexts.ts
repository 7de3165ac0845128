import type { PassType } from '#contract/codes.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { translate } from '#server/texts.ts'

/** What a pass in a wallet app says. */
export interface WalletFacts {
  walletUid: string
  /** Text of its QR code. */
  code: string
  /** Name on the pass. */
  holder: string
  passType: PassType
  /** Until when an unused pass can be started, ms UTC; null: it is in use. */
  useBy: number | null
  /** The end of its window, at the latest, ms UTC. */
  endsAt: number
  /** Address of My Pass. */
  appUrl: string
}

export const BRAND = 'Harbor Pass'

/** Message ids of the texts on a pass. */
const IDS = [
  'description',
  'product',
  'name',
  'useBy',
  'validUntil',
  'gate',
  'passport',
  'aboutTitle',
  'about',
  'brief',
  'ends',
  'open',
] as const
export type WalletTexts = Record<(typeof IDS)[number], string>

/** Returns the texts on a pass in one language. */
export const walletTexts = (locale: Locale, passType: PassType): WalletTexts =>
  Object.fromEntries(IDS.map((id) => [id, translate(locale, `wallet.${id}`, { passType })])) as WalletTexts

/** Returns the texts on a pass in all languages, by language. */
export const allWalletTexts = (passType: PassType): Record<Locale, WalletTexts> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, walletTexts(locale, passType)])) as Record<Locale, WalletTexts>
