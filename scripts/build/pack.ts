import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { CachedFile } from './worker.ts'
import { DIST } from './paths.ts'

/**
 * Writes one file with all scripts that every phone caches and that a first visit to /home has not loaded (`loaded`),
 * and marks them. Returns the rows of the worker's list, including the pack's own.
 */
export const writePack = async (
  files: readonly CachedFile[],
  loaded: readonly string[],
  folder = DIST,
): Promise<CachedFile[]> => {
  const had = new Set(loaded)
  const isPacked = ({ url, locale }: CachedFile): boolean =>
    url.startsWith('/assets/') && url.endsWith('.js') && locale === undefined && !had.has(url)
  const packed = files.filter(isPacked)
  const texts = await Promise.all(
    packed.map(async ({ url }) => [url, await readFile(`${folder}${url}`, 'utf8')] as const),
  )
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(texts)))
  const hash = createHash('sha256').update(bytes).digest()
  const url = `/packs/${hash.toString('hex').slice(0, 12)}.json`
  await mkdir(`${folder}/packs`, { recursive: true })
  await writeFile(`${folder}${url}`, bytes)
  return [
    ...files.map((file) => (isPacked(file) ? { ...file, packed: true as const } : file)),
    {
      url,
      revision: null,
      integrity: `sha256-${hash.toString('base64')}`,
      type: 'application/json',
      pack: true,
      // Its content is counted file by file.
      size: 0,
    },
  ]
}
