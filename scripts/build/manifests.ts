import { readdir, readFile, writeFile } from 'node:fs/promises'
import { BCP47, LOCALES, type Locale } from '#contract/locales.ts'
import { DIST } from './paths.ts'

/** Texts of the installed app, which the phone shows outside of our pages. */
export interface ManifestTexts {
  description: string
  myPass: string
  gate: string
}

const screenshots = async (folder: string) => {
  const files = (await readdir(`${folder}/screenshots`).catch(() => [] as string[]))
    .filter((name) => name.endsWith('.png'))
    .toSorted()
  return Promise.all(
    files.map(async (name) => {
      const bytes = await readFile(`${folder}/screenshots/${name}`)
      const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
      const form = width > height ? 'wide' : 'narrow'
      return { src: `/screenshots/${name}`, sizes: `${width}x${height}`, type: 'image/png', form_factor: form }
    }),
  )
}

/** Writes one manifest for each language; the common `id` makes them one app. */
export const writeManifests = async (texts: Record<Locale, ManifestTexts>, folder = DIST): Promise<void> => {
  const pictures = await screenshots(folder)
  await Promise.all(
    LOCALES.map((locale) =>
      writeFile(
        `${folder}/manifest.${locale}.webmanifest`,
        JSON.stringify(manifest(locale, texts[locale], pictures), null, 1),
      ),
    ),
  )
}

const manifest = (locale: Locale, { description, myPass, gate }: ManifestTexts, pictures: unknown[]) => ({
  id: '/',
  name: 'Harbor Pass',
  short_name: 'Harbor Pass',
  description,
  lang: BCP47[locale],
  dir: 'ltr',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#F3F7F6',
  theme_color: '#F3F7F6',
  categories: ['travel', 'lifestyle'],
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    {
      name: myPass,
      url: '/myPage/myPass',
      icons: [{ src: '/icons/shortcut-pass-96.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: gate,
      url: '/gate',
      icons: [{ src: '/icons/shortcut-gate-96.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
  screenshots: pictures,
})
