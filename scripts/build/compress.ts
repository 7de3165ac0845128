import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { DIST } from './paths.ts'

const TEXT = /\.(?:html|js|css|svg|json|webmanifest|txt)$/
const SMALL = 256
const SIDE_BY_SIDE = 4
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file of `folder`, so that the server never compresses static files. */
export const compress = async (folder = DIST): Promise<void> => {
  const queue = (await readdir(folder, { recursive: true }))
    .filter((name) => TEXT.test(name))
    .map((name) => `${folder}/${name}`)
  const take = async (): Promise<void> => {
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      const bytes = await readFile(file)
      if (bytes.length < SMALL) continue
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(`${file}.br`, await toBrotli(bytes, { params }))
      await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }))
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, take))
}
