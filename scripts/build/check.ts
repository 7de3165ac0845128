import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { LOCALES } from '#contract/locales.ts'
import type { Graph } from './graph.ts'
import { DIST } from './paths.ts'
import { weightOf, type KeptFile } from './worker.ts'

const KB = 1024
/** Limits of a first visit and of what a phone keeps, bytes on the wire. */
const LIMITS = { homeScript: 110 * KB, styles: 15 * KB, kept: 500 * KB, screen: 40 * KB }

const weigh = async (urls: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(urls.map(async (url) => brotliCompressSync(await readFile(`${DIST}${url}`)).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Says what a first visit weighs; fails the build when it is too much, or when schemas reach the first screen. */
export const check = async (graph: Graph, files: readonly KeptFile[]): Promise<void> => {
  const home = [...graph.scripts(['/home']), graph.messages('en', 'first'), '/app.js']
  const core = new Set(graph.scripts([]))
  const screens = files.filter(
    ({ url }) => url.endsWith('.js') && url.startsWith('/assets/') && !core.has(url) && !url.includes('messages-'),
  )
  const rows: [string, number, number][] = [
    ['scripts of /home', await weigh(home), LIMITS.homeScript],
    ['styles', await weigh([graph.styles]), LIMITS.styles],
    ['largest chunk of a screen', Math.max(0, ...screens.map(({ size }) => size)), LIMITS.screen],
    ['kept on the phone', Math.max(...LOCALES.map((locale) => weightOf(files, locale))), LIMITS.kept],
  ]
  for (const [what, size, limit] of rows)
    console.log(`${what}: ${(size / KB).toFixed(1)} of ${limit / KB} kB${size > limit ? ' (over)' : ''}`)
  const over = rows.filter(([, size, limit]) => size > limit).map(([what]) => what)
  if (over.length > 0) throw new Error(`too heavy: ${over.join(', ')}`)
  for (const url of home) {
    if (/ZodMiniType|\$ZodType/.test(await readFile(`${DIST}${url}`, 'utf8')))
      throw new Error(`${url} carries zod to the first screen`)
  }
}
