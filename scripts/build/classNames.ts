import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { ROOT } from './paths.ts'

const HASH_LETTERS = 3
const files = new Map<string, string>()

/**
 * Returns the class in the style sheet for `name` of the CSS module `file`: the same in every build of the same tree.
 * Vite's own names end in five letters and a line number, which add 5 % to the sheet. Throws when two modules get the
 * same class.
 */
export const scopedName = (name: string, file: string): string => {
  const path = relative(ROOT, file.split('?')[0] ?? file).replaceAll('\\', '/')
  const hash = BigInt(`0x${createHash('sha256').update(path).digest('hex')}`).toString(36)
  const scoped = `${name}_${hash.slice(-HASH_LETTERS)}`
  const owner = files.get(scoped)
  if (owner !== undefined && owner !== path) throw new Error(`${path} and ${owner} share the class ${scoped}`)
  files.set(scoped, path)
  return scoped
}
