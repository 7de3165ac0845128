import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { LOCALES } from '#contract/locales.ts'
import type { Graph } from './graph.ts'
import { DIST } from './paths.ts'
import { weightOf, type CachedFile } from './worker.ts'

const KB = 1024
/** Limits of a first visit and of a phone's precache, bytes on the wire (performance 4). */
const LIMITS = {
  'scripts of /home': 110 * KB,
  styles: 15 * KB,
  'largest chunk of a screen': 40 * KB,
  'kept on the phone': 500 * KB,
}
/** Scripts that /home loads until it answers. */
const SCRIPTS_MAX = 12
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

/**
 * Prints the sizes of a first visit to the build in `folder`. Throws when a size exceeds its limit, when /home loads
 * more than `SCRIPTS_MAX` scripts, or when one of these contains zod.
 */
export const check = async (graph: Graph, files: readonly CachedFile[], folder = DIST): Promise<void> => {
  const home = [...graph.scripts(['/home']), graph.messages('en', 'first'), '/app.js']
  const core = new Set(graph.scripts([]))
  const screens = files.filter(
    ({ url }) => url.endsWith('.js') && url.startsWith('/assets/') && !core.has(url) && !url.includes('messages-'),
  )
  const { lines, over } = compareWithLimits({
    'scripts of /home': await weigh(folder, home),
    styles: await weigh(folder, [graph.styles]),
    'largest chunk of a screen': Math.max(0, ...screens.map(({ size }) => size)),
    'kept on the phone': Math.max(...LOCALES.map((locale) => weightOf(files, locale))),
  })
  for (const line of lines) console.log(line)
  console.log(`files of these scripts: ${home.length} of ${SCRIPTS_MAX}`)
  if (home.length > SCRIPTS_MAX) throw new Error(`/home loads ${home.length} scripts`)
  if (over.length > 0) throw new Error(`too heavy: ${over.join(', ')}`)
  for (const url of home) {
    if (/ZodMiniType|\$ZodType/.test(await readFile(`${folder}${url}`, 'utf8')))
      throw new Error(`${url} carries zod to the first screen`)
  }
}
