import { readFileSync } from 'node:fs'
import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/locales.ts'
import { messagesOf } from '../../scripts/build/messages.ts'

const catalogue = (locale: Locale): string => readFileSync(`locales/${locale}.po`, 'utf8')

/** Returns the client's messages in `locale`, as the build compiles them. */
export const translationsOf = (locale: Locale): Messages =>
  messagesOf(catalogue(locale), catalogue('en'), () => true) as Messages
