import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../harness/documents.ts'

/** Fills the names of a template below `deploy/`. Throws when the template has one that `values` lacks. */
export const fillTemplate = (name: string, values: Record<string, string | number>): string =>
  readFileSync(join(ROOT, 'deploy', name), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`deploy/${name}: no value for ${key}`)
    return String(value)
  })
