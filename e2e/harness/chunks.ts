import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const DIST = resolve(import.meta.dirname, '../../dist')

/** Returns the names of the chunks of the build in `dist` that contain a screen. */
export const chunksOf = async (screen: string, dist = DIST): Promise<string[]> => {
  const assets = join(dist, 'assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const marker = new RegExp(`"data-screen":["'\`]${screen}["'\`]`)
  const texts = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))
  return names.filter((_name, nth) => marker.test(texts[nth] ?? ''))
}
