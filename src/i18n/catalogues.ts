import { i18n, type Messages } from '@lingui/core'
import { BCP47, type Locale } from '#contract/locales.ts'

/** One chunk for each language; only the language that is shown is fetched. */
const chunks = import.meta.glob<{ messages: Messages }>('../../locales/*.po')

/** Fetches the sentences of a language. Rejects when its chunk cannot be loaded. */
export const fetchMessages = async (locale: Locale): Promise<Messages> => {
  const chunk = chunks[`../../locales/${locale}.po`]
  if (!chunk) throw new Error(`no catalogue for ${locale}`)
  return (await chunk()).messages
}

/** Makes a language the one that is shown. Plurals and Intl follow its BCP 47 tag, not our own name for it. */
export const activate = async (locale: Locale): Promise<void> => {
  i18n.loadAndActivate({ locale, locales: [BCP47[locale]], messages: await fetchMessages(locale) })
}
