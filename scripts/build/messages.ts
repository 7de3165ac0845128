import { readFile } from 'node:fs/promises'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { parsePo } from 'pofile-ts'
import type { Plugin } from 'vite'
import { DEFAULT_LOCALE } from '#contract/locales.ts'

/** Where a sentence must come from to be needed by the frame of the app or by its home screen. */
const FIRST =
  /^src\/(?:ui\/|pwa\/|i18n\/(?!\w*[eE]rrors)|routes\/(?:__root|home|index|-navigation|-parts\/(?!error-screen|queue|stuck|notice-banners|counted|terms-dialog|reasons|countdown|launch|promo)[^/]+$|-parts\/(?:home(?!\/no-city)|attraction\/(?:facts|hours|way))))/
const CLIENT = /^src\//
const EXPLICIT = 'js-lingui-explicit-id'

/** Which sentences of a language a chunk holds; those of the server alone are in none. */
export const PARTS = ['first', 'rest'] as const
export type Part = (typeof PARTS)[number]

interface Item {
  msgid: string
  msgctxt?: string | undefined
  msgstr: string[]
  references: string[]
  extractedComments: string[]
  obsolete: boolean
}

const partOf = ({ references }: Item): Part | null => {
  if (references.some((file) => FIRST.test(file))) return 'first'
  return references.some((file) => CLIENT.test(file)) ? 'rest' : null
}
const idOf = ({ msgid, msgctxt, extractedComments }: Item): string =>
  extractedComments.includes(EXPLICIT) ? msgid : generateMessageId(msgid, msgctxt)

/** The sentences of one part, compiled. What is not translated yet is said in English. */
export const messagesOf = (po: string, english: string, part: Part): Record<string, unknown> => {
  const items = (text: string) => (parsePo(text).items as Item[]).filter(({ obsolete }) => !obsolete)
  const fallback = new Map(items(english).map((item) => [idOf(item), item.msgstr[0] || item.msgid]))
  return Object.fromEntries(
    items(po)
      .filter((item) => partOf(item) === part)
      .map((item) => [idOf(item), compileMessage(item.msgstr[0] || (fallback.get(idOf(item)) ?? item.msgid))]),
  )
}

const FILE = /^(.*\/locales\/)(\w+)\.po\?(first|rest)$/

/** Serves `locales/<locale>.po?first` and `?rest`: what the first screen says, and what the others say. */
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
      const compiled = messagesOf(await read(own), await read(english), part as Part)
      // As it stands: of `JSON.parse` the page would keep the text beside what was made of it, 70 kB.
      return { code: `export const messages=${JSON.stringify(compiled)}`, moduleType: 'js' }
    },
  },
})
