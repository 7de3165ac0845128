import { SignJWT } from 'jose'
import { BCP47, type Locale } from '#contract/locales.ts'
import { SECOND_MS } from '#contract/time.ts'
import { formatValues } from '#server/texts.ts'
import type { GoogleWallet } from './settings.ts'
import { BRAND, walletTexts, type WalletFacts } from './walletTexts.ts'

const SAVE_PAGE = 'https://pay.google.com/gp/v/save/'
/** The class of all our passes; each link contains it, so that nobody has to create it first. */
const CLASS = 'harbor-pass'
const FOAM = '#f3f7f6'

/**
 * Returns the address of the page of Google that adds a pass. It is in one language, and says briefly what the copy is:
 * Google calls a token of up to 1,800 characters safe, and five languages would take more. `now`: ms UTC.
 */
export const googleLink = async (
  { walletUid, code, holder, passType, useBy, endsAt, appUrl }: WalletFacts,
  { issuerId, email, key }: GoogleWallet,
  { locale, now }: { locale: Locale; now: number },
): Promise<string> => {
  const texts = walletTexts(locale, passType)
  const localized = (value: string) => ({ defaultValue: { language: BCP47[locale], value } })
  const classId = `${issuerId}.${CLASS}`
  const { untilAt = '' } = formatValues({ untilAt: useBy ?? endsAt }, locale)
  const pass = {
    id: `${issuerId}.${walletUid}`,
    classId,
    hexBackgroundColor: FOAM,
    cardTitle: localized(BRAND),
    header: localized(texts.product),
    barcode: { type: 'QR_CODE', value: code },
    validTimeInterval: { end: { date: new Date(endsAt).toISOString() } },
    textModulesData: [
      { header: texts.name, body: holder },
      { header: useBy === null ? texts.validUntil : texts.useBy, body: untilAt },
      { body: texts.brief },
    ],
    linksModuleData: { uris: [{ uri: appUrl }] },
  }
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [new URL(appUrl).origin],
    payload: { genericClasses: [{ id: classId }], genericObjects: [pass] },
  })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(email)
    .setAudience('google')
    .setIssuedAt(Math.floor(now / SECOND_MS))
    .sign(key)
  return SAVE_PAGE + token
}
