import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { CachedFile } from './worker.ts'

/** Bytes on the wire of the files in one pack; a larger file is a pack by itself. */
const PACK_BYTES = 60_000
/** Packs of a build (performance 4.8). */
const PACKS_MAX = 10

/** Groups files, in their order, so that no group of several exceeds `PACK_BYTES`. */
export const groupsOf = <File extends { size: number }>(files: readonly File[]): File[][] => {
  const groups: File[][] = []
  let weight = Infinity
  for (const file of files) {
    weight += file.size
    if (weight > PACK_BYTES) {
      groups.push([])
      weight = file.size
    }
    groups.at(-1)?.push(file)
  }
  return groups
}

/**
 * Writes the packs of a build: JSON objects with the text of each file by its address. The worker fetches what a first
 * visit does not need in packs, because each request costs a phone more than the bytes; files of one language are in
 * none. Returns the rows of the files with the address of their pack, and the rows of the packs. Throws when there are more than `PACKS_MAX`.
 */
export const writePacks = async (
  files: readonly CachedFile[],
  folder: string,
): Promise<{ files: CachedFile[]; packs: CachedFile[] }> => {
  // A phone stores the messages of one language only.
  const [alone, shared] = [files.filter(({ locale }) => locale), files.filter(({ locale }) => !locale)]
  const groups = groupsOf(shared)
  if (groups.length > PACKS_MAX) throw new Error(`${groups.length} packs of later files`)
  const packs = await Promise.all(groups.map((group, nth) => writePack(group, nth, folder)))
  return {
    files: [
      ...groups.flatMap((group, nth) => group.map((file) => ({ ...file, pack: packs[nth]?.url ?? null }))),
      ...alone.map((file) => ({ ...file, pack: null })),
    ],
    packs,
  }
}

const writePack = async (group: readonly CachedFile[], nth: number, folder: string): Promise<CachedFile> => {
  const texts = await Promise.all(
    group.map(async ({ url }) => [url, await readFile(`${folder}${url}`, 'utf8')] as const),
  )
  const pack = JSON.stringify(Object.fromEntries(texts))
  const hash = createHash('sha256').update(pack).digest()
  const url = `/assets/pack-${nth}-${hash.toString('base64url').slice(0, 8)}.json`
  await writeFile(`${folder}${url}`, pack)
  return {
    url,
    revision: null,
    integrity: `sha256-${hash.toString('base64')}`,
    type: 'application/json',
    size: group.reduce((sum, { size }) => sum + size, 0),
  }
}
