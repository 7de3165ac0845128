import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { LOCALES, type Texts } from '#contract/locales.ts'
import { callServer, runCommand, OperatorError, timeOf } from './operator.ts'

/**
 * Adds, lists and removes photos of attractions and goods. The server must be running.
 * `npm run photo -- add <record> <file> --credit "…" --alt-en "…" --alt-ko "…" --alt-chs "…" --alt-cht "…" --alt-jp "…"` ·
 * `npm run photo -- list [record]` · `npm run photo -- remove <photo>`
 */

interface ListedPhoto {
  photoUid: string
  gdsUid: string
  width: number
  height: number
  credit: string
  alt: Texts
  addedAt: number
}

const USAGE = `npm run photo -- add <record> <file> --credit "…" ${LOCALES.map((locale) => `--alt-${locale} "…"`).join(' ')}`

const readOptions = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: Object.fromEntries(
        ['credit', ...LOCALES.map((locale) => `alt-${locale}`)].map((name) => [name, { type: 'string' as const }]),
      ),
      allowPositionals: true,
    })
  } catch {
    throw new OperatorError(`Which one? ${USAGE}`)
  }
}

const readPhotoFile = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch {
    throw new OperatorError(`${path} cannot be read.`)
  }
}

const list = async (record: string | undefined): Promise<string> => {
  const { photos } = await callServer<{ photos: ListedPhoto[] }>('GET', '/photos')
  const lines = photos
    .filter(({ gdsUid }) => record === undefined || gdsUid === record)
    .flatMap(({ photoUid, gdsUid, width, height, credit, alt, addedAt }) => [
      `${photoUid}  ${gdsUid}  ${width} × ${height}  ${timeOf(addedAt)}  ${credit}`,
      `    ${alt.en}`,
    ])
  return lines.join('\n') || (record === undefined ? 'There are no photos.' : `"${record}" has no photos.`)
}

await runCommand({
  add: async (...args) => {
    const { values, positionals } = readOptions(args.filter((arg) => arg !== undefined))
    const [record, path, ...rest] = positionals
    if (!record || !path || rest.length > 0) throw new OperatorError(`Which one? ${USAGE}`)
    const bytes = readPhotoFile(path)
    if (bytes.length > PHOTO_MAX_BYTES)
      throw new OperatorError(`${path} has more than ${PHOTO_MAX_BYTES / 1024 / 1024} MB.`)
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name.replace('-', '_'), String(value))
    form.set('file', new Blob([new Uint8Array(bytes)]), basename(path))
    const added = await callServer<Pick<ListedPhoto, 'photoUid' | 'width' | 'height'>>(
      'POST',
      `/photos/${encodeURIComponent(record)}`,
      form,
    )
    return `${record} has the photo ${added.photoUid} (${added.width} × ${added.height}).`
  },
  list,
  remove: async (photo) => {
    if (!photo) throw new OperatorError('Which one? npm run photo -- list names them.')
    await callServer('POST', `/photos/${encodeURIComponent(photo)}/remove`)
    return `The photo ${photo} is removed.`
  },
})
