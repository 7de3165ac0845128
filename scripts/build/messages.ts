import { readFile } from 'node:fs/promises'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { parsePo } from 'pofile-ts'
import type { Plugin } from 'vite'
import { DEFAULT_LOCALE } from '#contract/locales.ts'

/** Source files whose messages the app's frame or its home screen needs. */
const FIRST =
  /^src\/(?:ui\/|pwa\/|i18n\/(?!\w*[eE]rror)|routes\/(?:(?:__root|home|index)\.tsx|-navigation|-shell\/(?!errorScreen|unsentBanner|noticeBanners|favouritesLink)|-shared\/(?:(?!termsDialog|formErrors|countdown|launch)[^/]+$|attraction\/hours)|home\/-parts\/(?!catalogueError)|attractions\/-parts\/(?:facts|directions|categoryNames)))/
const CLIENT = /^src\//
const EXPLICIT = 'js-lingui-explicit-id'

/** The chunks of a language's messages; messages that only the server uses are in none. */
export const MESSAGE_CHUNKS = ['first', 'rest'] as const
export type MessageChunk = (typeof MESSAGE_CHUNKS)[number]

interface Item {
  msgid: string
  msgctxt?: string | undefined
  msgstr: string[]
  references: string[]
  extractedComments: string[]
  obsolete: boolean
}

const partOf = ({ references }: Item): MessageChunk | null => {
  if (references.some((file) => FIRST.test(file))) return 'first'
  return references.some((file) => CLIENT.test(file)) ? 'rest' : null
}
const idOf = ({ msgid, msgctxt, extractedComments }: Item): string =>
  extractedComments.includes(EXPLICIT) ? msgid : generateMessageId(msgid, msgctxt)

/** Returns the compiled messages of one part; untranslated ones are in English. */
export const messagesOf = (po: string, english: string, part: MessageChunk): Record<string, unknown> => {
  const items = (text: string) => (parsePo(text).items as Item[]).filter(({ obsolete }) => !obsolete)
  const fallback = new Map(items(english).map((item) => [idOf(item), item.msgstr[0] || item.msgid]))
  return Object.fromEntries(
    items(po)
      .filter((item) => partOf(item) === part)
      .map((item) => [idOf(item), compileMessage(item.msgstr[0] || (fallback.get(idOf(item)) ?? item.msgid))]),
  )
}

const FILE = /^(.*\/locales\/)(\w+)\.po\?(first|rest)$/

/** Serves `locales/<locale>.po?first` with the messages of the first screen, and `?rest` with those of the others. */
export const messages = (): Plugin => ({
  name: 'messages',
  enforce: 'pre',
  load: {
    filter: { id: FILE },
    handler: async function (id) {
      const [, folder = '', locale = '', part] = FILE.exec(id) ?? []
      const [own, english] = [locale, DEFAULT_LOCALE].map((name) => `${folder}${name}.po`)
      this.addWatchFile(own ?? '')
      const read = (file = '') => readFile(file, 'utf8')
      const compiled = messagesOf(await read(own), await read(english), part as MessageChunk)
      // A literal object: with `JSON.parse` the page would also keep the source text in memory, 70 kB.
      return { code: `export const messages=${JSON.stringify(compiled)}`, moduleType: 'js' }
    },
  },
})
