import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { ROOT } from './paths.ts'

const STAMP = 'dist/.built'
/** Folders that the build reads. */
const SOURCES = [
  'contract',
  'src',
  'sw',
  'locales',
  'public',
  'scripts/build',
  'server/db/seed',
  'server/modules/catalogue',
]
const FILES = ['package-lock.json', 'vite.config.ts', 'lingui.config.ts', 'index.html']
/** Written by the build itself, or not part of it. */
const MADE = /\.gen\.ts$|\.test\.tsx?$/

/** Hashes the text of all sources. Call it before the build reads them, so that an edit during the build is noticed. */
export const stampSources = async (root = ROOT): Promise<string> => {
  const lists = await Promise.all(
    SOURCES.map(async (folder) =>
      (await readdir(`${root}${folder}`, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && !MADE.test(entry.name))
        .map(({ parentPath, name }) => `${parentPath}/${name}`),
    ),
  )
  const hash = createHash('sha256')
  for (const file of [...lists.flat(), ...FILES.map((name) => root + name)].toSorted())
    hash
      .update(file.slice(root.length))
      .update('\0')
      .update(await readFile(file))
  return hash.digest('hex')
}

/** Returns the version that the application shows: the first eight digits of the stamp, so every change changes it. */
export const versionOf = (stamp: string): string => stamp.slice(0, 8)

/** Returns whether `dist` was built from the current sources. */
export const isBuilt = async (root = ROOT): Promise<boolean> => {
  const built = await readFile(root + STAMP, 'utf8').catch(() => '')
  return built !== '' && built === (await stampSources(root))
}

/** Stores the stamp. Call it last, so that an interrupted build is not taken for a finished one. */
export const markBuilt = (stamp: string, root = ROOT): Promise<void> => writeFile(root + STAMP, stamp)
