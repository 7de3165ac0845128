import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { LOCALES } from '#contract/locales.ts'
import type { Graph } from './graph.ts'
import { DIST } from './paths.ts'
import { firstCountOf, weightOf, type CachedFile } from './worker.ts'

const KB = 1024
/** Limits of a first visit and of a phone's precache, bytes on the wire (performance 4). */
const LIMITS = {
  'scripts of /home': 110 * KB,
  'styles of /home': 15 * KB,
  'styles of another screen': 20 * KB,
  'largest chunk of a screen': 40 * KB,
  'stored by a first visit': 400 * KB,
  'kept on the phone': 900 * KB,
}
/** Scripts that /home loads until it answers. */
const SCRIPTS_MAX = 12
/** Files that the worker stores during a first visit, which makes at most sixteen other requests (performance 4.8). */
const FIRST_FILES_MAX = 44
type Sizes = Record<keyof typeof LIMITS, number>

/** Returns a line for each limit, and the names of the exceeded ones; sizes in bytes on the wire. */
export const compareWithLimits = (sizes: Sizes): { lines: string[]; over: string[] } => {
  const rows = Object.entries(LIMITS).map(([what, limit]) => ({ what, limit, size: sizes[what as keyof Sizes] }))
  return {
    lines: rows.map(
      ({ what, limit, size }) =>
        `${what}: ${(size / KB).toFixed(1)} of ${limit / KB} kB${size > limit ? ' (over)' : ''}`,
    ),
    over: rows.filter(({ limit, size }) => size > limit).map(({ what }) => what),
  }
}

const weigh = async (folder: string, urls: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(urls.map(async (url) => brotliCompressSync(await readFile(`${folder}${url}`)).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Bytes on the wire for a phone in the language with the longest texts. */
const heaviest = (files: readonly CachedFile[]): number => Math.max(...LOCALES.map((locale) => weightOf(files, locale)))

/**
 * Prints the sizes of a first visit to the build in `folder`. Throws when a size exceeds its limit, when /home loads
 * more than `SCRIPTS_MAX` scripts, when a first visit stores more than `FIRST_FILES_MAX` files, when phones store pictures
 * of link previews, or when one of the scripts of /home contains zod.
 */
export const check = async (graph: Graph, files: readonly CachedFile[], folder = DIST): Promise<void> => {
  const home = [...graph.scripts(['/home']), graph.messages('en', 'first'), '/app.js']
  const core = new Set(graph.scripts([]))
  const screens = files.filter(
    ({ url }) => url.endsWith('.js') && url.startsWith('/assets/') && !core.has(url) && !url.includes('messages-'),
  )
  const { lines, over } = compareWithLimits({
    'scripts of /home': await weigh(folder, home),
    'styles of /home': await weigh(folder, graph.styles(['/home'])),
    'styles of another screen': Math.max(
      0,
      ...(await Promise.all(graph.stylesOfScreens.map((urls) => weigh(folder, urls)))),
    ),
    'largest chunk of a screen': Math.max(0, ...screens.map(({ size }) => size)),
    'stored by a first visit': heaviest(files.filter(({ pack }) => pack === undefined)),
    'kept on the phone': heaviest(files),
  })
  for (const line of lines) console.log(line)
  console.log(`files of these scripts: ${home.length} of ${SCRIPTS_MAX}`)
  const firstFiles = firstCountOf(files)
  console.log(`files that a first visit stores: ${firstFiles} of ${FIRST_FILES_MAX}`)
  if (files.some(({ url }) => url.startsWith('/previews/')))
    throw new Error('phones would store pictures of link previews')
  if (firstFiles > FIRST_FILES_MAX) throw new Error(`a first visit stores ${firstFiles} files`)
  if (home.length > SCRIPTS_MAX) throw new Error(`/home loads ${home.length} scripts`)
  if (over.length > 0) throw new Error(`too heavy: ${over.join(', ')}`)
  for (const url of home) {
    if (/ZodMiniType|\$ZodType/.test(await readFile(`${folder}${url}`, 'utf8')))
      throw new Error(`${url} carries zod to the first screen`)
  }
}
