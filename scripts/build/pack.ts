import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { KeptFile } from './worker.ts'
import { DIST } from './paths.ts'

/**
 * Writes one file with all scripts that every phone keeps and a first visit to /home has not fetched yet (`loaded`), and
 * marks them. Answers the rows of the worker's list, the pack's own among them.
 */
export const writePack = async (files: readonly KeptFile[], loaded: readonly string[]): Promise<KeptFile[]> => {
  const had = new Set(loaded)
  const isPacked = ({ url, locale }: KeptFile): boolean =>
    url.startsWith('/assets/') && url.endsWith('.js') && locale === undefined && !had.has(url)
  const packed = files.filter(isPacked)
  const texts = await Promise.all(
    packed.map(async ({ url }) => [url, await readFile(`${DIST}${url}`, 'utf8')] as const),
  )
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(texts)))
  const hash = createHash('sha256').update(bytes).digest()
  const url = `/packs/${hash.toString('hex').slice(0, 12)}.json`
  await mkdir(`${DIST}/packs`, { recursive: true })
  await writeFile(`${DIST}${url}`, bytes)
  return [
    ...files.map((file) => (isPacked(file) ? { ...file, packed: true as const } : file)),
    {
      url,
      revision: null,
      integrity: `sha256-${hash.toString('base64')}`,
      type: 'application/json',
      pack: true,
      // What it holds is weighed file by file.
      size: 0,
    },
  ]
}
