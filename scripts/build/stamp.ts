import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { DIST, ROOT } from './paths.ts'

const STAMP = `${DIST}/.built`
/** Everything that the build reads. */
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
/** Written by the build itself. */
const MADE = /\.gen\.ts$|\.test\.tsx?$/

/** Stands for the text of all sources; to be taken before the build reads them, so that an edit during it counts. */
export const stampSources = async (): Promise<string> => {
  const lists = await Promise.all(
    SOURCES.map(async (folder) =>
      (await readdir(`${ROOT}${folder}`, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && !MADE.test(entry.name))
        .map(({ parentPath, name }) => `${parentPath}/${name}`),
    ),
  )
  const hash = createHash('sha256')
  for (const file of [...lists.flat(), ...FILES.map((name) => ROOT + name)].toSorted())
    hash
      .update(file.slice(ROOT.length))
      .update('\0')
      .update(await readFile(file))
  return hash.digest('hex')
}

/** Was `dist` built from just these sources? */
export const isBuilt = async (): Promise<boolean> => {
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  return built !== '' && built === (await stampSources())
}

/** To be called last, with the stamp from before: a build that was broken off leaves no mark. */
export const markBuilt = (stamp: string): Promise<void> => writeFile(STAMP, stamp)
