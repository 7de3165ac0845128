import { readFile } from 'node:fs/promises'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { parsePo } from 'pofile-ts'
import type { Plugin } from 'vite'
import { DEFAULT_LOCALE } from '#contract/locales.ts'
import { firstModulesOf, type Modules } from './moduleGraph.ts'
import { DIST } from './paths.ts'

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

const idOf = ({ msgid, msgctxt, extractedComments }: Item): string =>
  extractedComments.includes(EXPLICIT) ? msgid : generateMessageId(msgid, msgctxt)

const isOfClient = ({ references }: Item): boolean => references.some((file) => CLIENT.test(file))

/** Returns the compiled messages of the client that `has` selects by id; untranslated ones are in English. */
export const messagesOf = (po: string, english: string, has: (id: string) => boolean): Record<string, unknown> => {
  const items = (text: string) => (parsePo(text).items as Item[]).filter(({ obsolete }) => !obsolete)
  const fallback = new Map(items(english).map((item) => [idOf(item), item.msgstr[0] || item.msgid]))
  return Object.fromEntries(
    items(po)
      .filter((item) => isOfClient(item) && has(idOf(item)))
      .map((item) => [idOf(item), compileMessage(item.msgstr[0] || (fallback.get(idOf(item)) ?? item.msgid))]),
  )
}

const ID = /\bid(?::\s*|=\{?)(["'`])(.*?)\1/g

/** Returns the ids in the code of the frame and the first screen. Their lazy parts wait for the other messages. */
export const firstIdsOf = (modules: Modules): Set<string> => {
  const { frame, firstScreen } = firstModulesOf(modules)
  const codes = [...frame, ...firstScreen].map((id) => modules.graph.get(id)?.code ?? '')
  return new Set(codes.flatMap((code) => [...code.matchAll(ID)].map(([, , id = '']) => id)))
}

const FILE = /^(.*\/locales\/)(\w+)\.po\?(first|rest)$/
const PLACEHOLDER = /\{\s*__messages__: ?0,?\s*\}/
/** Where the build of the client leaves the ids of the first screen for that of the prerenderer. */
const IDS_FILE = '.vite/first.json'

/**
 * Serves `locales/<locale>.po?first` with the messages of the first screen, and `?rest` with all others. Which are the
 * first is known when the bundler has read all modules; until then both are placeholders. In development, where no
 * screen is read before it is opened, all are in `?first`.
 */
export const messages = (modules: () => Modules): Plugin => {
  /** Undefined in development. */
  let first: Set<string> | undefined
  let isClientBuild = false
  let idsOfClient = ''
  const textOf = async (id: string): Promise<string> => {
    const [, folder = '', locale = '', chunk] = FILE.exec(id) ?? []
    const [own = '', english = ''] = await Promise.all(
      [locale, DEFAULT_LOCALE].map((name) => readFile(`${folder}${name}.po`, 'utf8')),
    )
    const isFirst = (message: string): boolean => first?.has(message) ?? true
    // A literal object: with `JSON.parse` the page would also keep the source text in memory, 70 kB.
    return JSON.stringify(messagesOf(own, english, (message) => isFirst(message) === (chunk === 'first')))
  }
  return {
    name: 'messages',
    enforce: 'pre',
    configResolved: ({ command, build: { ssr } }) => {
      isClientBuild = command === 'build' && !ssr
      idsOfClient = command === 'build' && ssr ? `${DIST}/${IDS_FILE}` : ''
    },
    buildStart: async () => {
      if (idsOfClient) first = new Set(JSON.parse(await readFile(idsOfClient, 'utf8')) as string[])
    },
    load: {
      filter: { id: FILE },
      handler: async function (id) {
        this.addWatchFile(id.replace(/\?\w+$/, ''))
        const code = `export const messages=${isClientBuild ? '{__messages__:0}' : await textOf(id)}`
        return { code, moduleType: 'js' }
      },
    },
    renderChunk: async (code, { facadeModuleId }) => {
      if (!isClientBuild || facadeModuleId === null || !FILE.test(facadeModuleId)) return null
      first ??= firstIdsOf(modules())
      const text = await textOf(facadeModuleId)
      const rendered = code.replace(PLACEHOLDER, () => text)
      if (rendered === code) throw new Error(`${facadeModuleId} has no place for its messages`)
      return { code: rendered, map: null }
    },
    generateBundle: function () {
      if (isClientBuild)
        this.emitFile({ type: 'asset', fileName: IDS_FILE, source: JSON.stringify([...firstIdsOf(modules())]) })
    },
  }
}
