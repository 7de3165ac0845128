import { readFile } from 'node:fs/promises'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { parsePo } from 'pofile-ts'
import type { Plugin } from 'vite'
import { DEFAULT_LOCALE } from '#contract/locales.ts'
import { isOfFirstVisit } from '#contract/shells.ts'
import { firstModulesOf, segmentOf, type ModuleGraph, type Modules } from './moduleGraph.ts'
import { DIST } from './paths.ts'

const CLIENT = /^src\//
const EXPLICIT = 'js-lingui-explicit-id'

/**
 * The chunks of a language's messages: those of the frame and the first screen, those of My Page and of lazy parts, and
 * those that only other screens use. Messages that only the server uses are in none.
 */
export const MESSAGE_CHUNKS = ['first', 'rest', 'screens'] as const
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

/** Returns the ids of messages in the code of these modules. */
const idsIn = (graph: ModuleGraph, modules: Iterable<string>): Set<string> => {
  const codes = [...modules].map((id) => graph.get(id)?.code ?? '')
  return new Set(codes.flatMap((code) => [...code.matchAll(ID)].map(([, , id = '']) => id)))
}

/** Returns the modules that are loaded without another screen than those of a first visit, at once or later. */
const firstVisitModulesOf = ({ graph, entries }: Modules): Set<string> => {
  const reached = new Set<string>()
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || !isOfFirstVisit(segmentOf(id) ?? '')) continue
    reached.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.get(id) ?? {}
    waiting.push(...importedIds, ...dynamicallyImportedIds)
  }
  return reached
}

/** Which messages are in which chunk; all others are in `rest`. */
interface ChunkIds {
  first: ReadonlySet<string>
  /** Ids that only other screens than those of a first visit use. */
  screens: ReadonlySet<string>
}

/**
 * Returns which messages the first and the last chunk have. Lazy parts of the frame and the first screen wait for the
 * second one, which also has the messages whose use is not visible in code.
 */
export const chunkIdsOf = (modules: Modules): ChunkIds => {
  const { graph } = modules
  const { frame, firstScreen } = firstModulesOf(modules)
  const used = idsIn(graph, graph.keys())
  return {
    first: idsIn(graph, [...frame, ...firstScreen]),
    screens: used.difference(idsIn(graph, [...frame, ...firstScreen, ...firstVisitModulesOf(modules)])),
  }
}

const FILE = /^(.*\/locales\/)(\w+)\.po\?(first|rest|screens)$/
const PLACEHOLDER = /\{\s*__messages__: ?0,?\s*\}/
/** Where the build of the client leaves the ids of its chunks for that of the prerenderer. */
const IDS_FILE = '.vite/messages.json'

const idsToJson = ({ first, screens }: ChunkIds): string => JSON.stringify({ first: [...first], screens: [...screens] })
const idsFromJson = (text: string): ChunkIds => {
  const { first, screens } = JSON.parse(text) as Record<keyof ChunkIds, string[]>
  return { first: new Set(first), screens: new Set(screens) }
}

/**
 * Serves `locales/<locale>.po?first`, `?rest` and `?screens` with the messages of a chunk. Which it has is known when the
 * bundler has read all modules; until then they are placeholders. In development, where no screen is read before it is
 * opened, all are in `?first`.
 */
export const messages = (modules: () => Modules): Plugin => {
  /** Undefined in development. */
  let ids: ChunkIds | undefined
  let isClientBuild = false
  let idsOfClient = ''
  const textOf = async (id: string): Promise<string> => {
    const [, folder = '', locale = '', chunk] = FILE.exec(id) ?? []
    const [own = '', english = ''] = await Promise.all(
      [locale, DEFAULT_LOCALE].map((name) => readFile(`${folder}${name}.po`, 'utf8')),
    )
    const chunkOf = (message: string): MessageChunk => {
      if (ids === undefined || ids.first.has(message)) return 'first'
      return ids.screens.has(message) ? 'screens' : 'rest'
    }
    // A literal object: with `JSON.parse` the page would also keep the source text in memory, 70 kB.
    return JSON.stringify(messagesOf(own, english, (message) => chunkOf(message) === chunk))
  }
  return {
    name: 'messages',
    enforce: 'pre',
    configResolved: ({ command, build: { ssr } }) => {
      isClientBuild = command === 'build' && !ssr
      idsOfClient = command === 'build' && ssr ? `${DIST}/${IDS_FILE}` : ''
    },
    buildStart: async () => {
      if (idsOfClient) ids = idsFromJson(await readFile(idsOfClient, 'utf8'))
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
      ids ??= chunkIdsOf(modules())
      const text = await textOf(facadeModuleId)
      const rendered = code.replace(PLACEHOLDER, () => text)
      if (rendered === code) throw new Error(`${facadeModuleId} has no place for its messages`)
      return { code: rendered, map: null }
    },
    generateBundle: function () {
      if (isClientBuild) this.emitFile({ type: 'asset', fileName: IDS_FILE, source: idsToJson(chunkIdsOf(modules())) })
    },
  }
}
