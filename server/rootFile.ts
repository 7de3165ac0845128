import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from './settings.ts'

/**
 * The file `keys/secret`: one line for each root, the newest first, in base64. Lines after the first begin with
 * `former `, because base64 that another program wrote may be wrapped, and is one root all the same.
 *
 *     3q2+7w…=
 *     former 5rD8aA…=
 */

export const ROOT_BYTES = 32
const PRIVATE_FILE = 0o600
const FORMER = /(?:^|\s)former\s/

/** Returns the path of the file in a data folder. */
export const rootPath = (dataDir: string): string => join(dataDir, 'keys', 'secret')

/** Returns the roots of a text of the file, the newest first. */
export const parseRoots = (text: string): Buffer[] =>
  text.split(FORMER).map((root) => Buffer.from(root.trim(), 'base64'))

/** Returns the text of the file for these roots; that of one root is the text of releases that knew no second one. */
export const rootText = (roots: readonly Buffer[]): string =>
  roots.map((root) => root.toString('base64')).join('\nformer ')

/** Reads the roots, the newest first; takes other users' rights to the file away. Throws `ConfigError`. */
export const readRootFile = (path: string): Buffer[] => {
  const roots = parseRoots(readFileSync(path, 'utf8'))
  if (roots.some((root) => root.length < ROOT_BYTES))
    throw new ConfigError(`The secret in ${path} is damaged; put back a copy of it.`)
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, PRIVATE_FILE)
  return roots
}

const writeDraft = (path: string, text: string): string => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, text, { mode: PRIVATE_FILE, flush: true })
  return draft
}

/** Makes the names in the folder durable: a root that signs must not be lost with the power. */
const syncFolder = (path: string): void => {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Creates the file atomically, so that two processes that start at once use the same root. */
export const writeFirstRoot = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = writeDraft(path, text)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  syncFolder(path)
}

/** Replaces the file in one step: a crash leaves the former file or the new one, whole. */
export const replaceRootFile = (path: string, roots: readonly Buffer[]): void => {
  renameSync(writeDraft(path, rootText(roots)), path)
  syncFolder(path)
}
