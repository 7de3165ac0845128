import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { codingOf, matchesEtag } from './shared.ts'

/** One file of the build with its compressed forms, in memory: the whole build is a few megabytes. */
export interface BuildFile {
  body: Buffer
  br: Buffer | null
  gzip: Buffer | null
  etag: string
  type: string
}

/** Type of the files whose parts can be asked for. */
export const FILM_TYPE = 'video/mp4'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp4': FILM_TYPE,
  '.vtt': 'text/vtt; charset=utf-8',
}
const PACKED = /\.(?:br|gz)$/

const packed = (file: string): Buffer | null => (existsSync(file) ? readFileSync(file) : null)

const keep = (file: string): BuildFile => {
  const body = readFileSync(file)
  return {
    body,
    br: packed(`${file}.br`),
    gzip: packed(`${file}.gz`),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    type: TYPES[extname(file)] ?? 'application/octet-stream',
  }
}

/** Reads all files below `folder`, by address (`/assets/x.js`), except hidden files and source maps. */
export const readFolder = (folder: string): Map<string, BuildFile> => {
  const filesByAddress = new Map<string, BuildFile>()
  if (!existsSync(folder)) return filesByAddress
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const address = `/${name.replaceAll('\\', '/')}`
    if (PACKED.test(name) || address.includes('/.') || name.endsWith('.map')) continue
    if (statSync(join(folder, name)).isFile()) filesByAddress.set(address, keep(join(folder, name)))
  }
  return filesByAddress
}

/** Chooses the compressed form that the caller accepts; null when the caller's ETag matches (304). */
export const choose = (
  { body, br, gzip, etag }: BuildFile,
  headers: { 'accept-encoding'?: string | string[] | undefined; 'if-none-match'?: string | undefined },
): { bytes: Buffer; coding: string | null } | null => {
  if (matchesEtag(headers['if-none-match'], etag)) return null
  const coding = codingOf(headers['accept-encoding'])
  if (coding === 'br' && br) return { bytes: br, coding }
  if (coding !== null && gzip) return { bytes: gzip, coding: 'gzip' }
  return { bytes: body, coding: null }
}
