import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BCP47, LOCALES, type Locale } from '#contract/locales.ts'
import { compress } from '../../scripts/build/compress.ts'
import { writeManifests, type ManifestTexts } from '../../scripts/build/manifests.ts'
import { cachedFileOf, weightOf, type CachedFile } from '../../scripts/build/worker.ts'
import { folderOf } from './folder.ts'

const sha256 = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

test('each text of at least 256 bytes is compressed beside itself, in every folder, and no other file is', async () => {
  const texts = ['html', 'js', 'css', 'svg', 'json', 'webmanifest', 'txt'].map((type) => `a.${type}`)
  const text = `${'ab'.repeat(127)}c\n`
  const folder = folderOf({
    ...Object.fromEntries(texts.map((name) => [name, text])),
    'shells/en/home.html': text,
    'small.js': text.slice(1),
    'picture.png': text,
    'a.js.map': text,
  })
  await compress(folder)
  const all = readdirSync(folder, { recursive: true }).map(String)
  const written = [...texts, 'shells/en/home.html']
  expect(all.filter((name) => /\.(?:br|gz)$/.test(name)).toSorted()).toEqual(
    written.flatMap((name) => [`${name}.br`, `${name}.gz`]).toSorted(),
  )
  for (const name of written) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`))).toString()).toBe(text)
    expect(gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString()).toBe(text)
  }
})

test('a precached file has a checksum, a type, a revision unless its name has a hash, and its language', async () => {
  const script = 'export const a=1;'.repeat(20)
  const folder = folderOf({
    'app.js': script,
    'assets/a-1.js': script,
    'assets/messages-ko-1.js': script,
    'shells/chs/home.html': script,
    'art/messages-ko-1.svg': script,
    'icons/icon-192.png': script,
    'video.mp4': script,
  })
  const file = { integrity: sha256(script), size: brotliCompressSync(script).length }
  const revision = createHash('sha256').update(script).digest('base64url').slice(0, 8)
  const fileOf = (path: string) => cachedFileOf(path, folder)
  expect(await fileOf('app.js')).toEqual({ ...file, url: '/app.js', revision, type: 'text/javascript' })
  expect(await fileOf('assets/a-1.js')).toEqual({
    ...file,
    url: '/assets/a-1.js',
    revision: null,
    type: 'text/javascript',
  })
  expect(await fileOf('assets/messages-ko-1.js')).toMatchObject({ locale: 'ko', revision: null })
  expect(await fileOf('shells/chs/home.html')).toMatchObject({ locale: 'chs', revision, type: 'text/html' })
  expect(await fileOf('art/messages-ko-1.svg')).not.toHaveProperty('locale')
  // Pictures are not compressed further.
  expect(await fileOf('icons/icon-192.png')).toMatchObject({ size: script.length, type: 'image/png' })
  await expect(fileOf('video.mp4')).rejects.toThrow(/video\.mp4/)
})

const row = (url: string, overrides: Partial<CachedFile> = {}): CachedFile => ({
  url,
  revision: null,
  integrity: 'sha256-',
  type: 'text/javascript',
  size: 3,
  ...overrides,
})

test('a phone’s total has the files of all phones and those of its own language', () => {
  const files = [row('/app.js'), row('/ko.js', { locale: 'ko', size: 5 }), row('/jp.js', { locale: 'jp', size: 70 })]
  expect(weightOf(files, 'ko')).toBe(8)
  expect(weightOf(files, 'jp')).toBe(73)
  expect(weightOf(files, 'en')).toBe(3)
})

/** The first bytes of a PNG, which hold its size. */
const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(24)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('each language has a manifest with its texts and the existing screenshots', async () => {
  const textsIn = (locale: string) => ({
    description: `pass ${locale}`,
    myPass: `my ${locale}`,
    gate: `gate ${locale}`,
  })
  const folder = folderOf({
    'screenshots/b.png': png(390, 844),
    'screenshots/a.png': png(1280, 800),
    'screenshots/c.png': png(600, 600),
    'screenshots/notes.txt': 'none',
  })
  const inAll = Object.fromEntries(LOCALES.map((locale) => [locale, textsIn(locale)])) as Record<Locale, ManifestTexts>
  await writeManifests(inAll, folder)
  for (const locale of LOCALES) {
    const manifest = JSON.parse(readFileSync(join(folder, `manifest.${locale}.webmanifest`), 'utf8')) as {
      shortcuts: { name: string; url: string }[]
      screenshots: unknown
    }
    expect(manifest).toMatchObject({
      id: '/',
      lang: BCP47[locale],
      description: `pass ${locale}`,
      start_url: '/home',
    })
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      [`my ${locale}`, '/myPage/myPass'],
      [`gate ${locale}`, '/gate'],
    ])
    expect(manifest.screenshots).toEqual([
      { src: '/screenshots/a.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide' },
      { src: '/screenshots/b.png', sizes: '390x844', type: 'image/png', form_factor: 'narrow' },
      { src: '/screenshots/c.png', sizes: '600x600', type: 'image/png', form_factor: 'narrow' },
    ])
  }
})
