import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Catalogue } from '#contract/calls/main.ts'
import { BCP47, LOCALES, type Locale } from '#contract/locales.ts'
import type { Graph } from './graph.ts'
import type { ManifestTexts } from './manifests.ts'
import { critical } from './critical.ts'
import { bundleInline, hashOf } from './inline.ts'
import { DIST, SHELLS, SSR } from './paths.ts'
import { shellHead } from '#contract/shellHead.ts'
import { CLEAN_FRAME, FRAME } from '#contract/shells.ts'
import { SPRITE } from '#contract/rules/sprites.gen.ts'
import { NOT_FOUND, PASS, routesOf, SCREENS, type Routes, type Screen } from './screens.ts'

interface Drawn {
  html: string
  title: string
  description: string
  routes: string[]
}
/** Exports of `src/prerender.tsx`. */
interface Prerender {
  prepare: (locale: Locale, catalogue: Catalogue) => Promise<void>
  drawScreen: (address: string, lean?: boolean) => Promise<Drawn>
  drawFrame: (layout: 'default' | 'clean') => Promise<Drawn>
  drawNotFound: () => Promise<Drawn>
  paths: () => string[]
  cleanPaths: () => string[]
  drawIncomplete: () => string
  pageTitles: () => Record<string, string>
  manifestTexts: () => ManifestTexts
}

/** Source expressions for `script-src`, `style-src` (elements) and `style-src` with `'unsafe-hashes'` (attributes). */
interface Csp {
  scripts: string[]
  styles: string[]
  styleAttributes: string[]
}
/** What `drawShells` wrote, for the later steps of the build. */
export interface Shells {
  /** For the server: every drawn address. */
  routes: Routes
  /** For the worker: only the shells that phones cache. */
  cachedRoutes: Routes
  /** Names of the cached shells. */
  names: string[]
  /** Scripts and style sheets that a shell's screen needs, by the shell's name. */
  preloads: Record<string, string[]>
  manifestTexts: Record<Locale, ManifestTexts>
}

const PAGE = { light: '#F3F7F6', dark: '#071622' }

/** Draws every shell in every language, and writes the routes, titles and policy hashes that the server reads. */
export const drawShells = async (graph: Graph, catalogueOf: (locale: Locale) => Catalogue): Promise<Shells> => {
  const prerender = (await import(`${pathToFileURL(SSR).href}/prerender.js`)) as Prerender
  const [head = '', body = '', passHead = '', passBody = ''] = await Promise.all(
    ['head', 'body', 'passHead', 'passBody'].map((name) => bundleInline(`src/start/${name}.ts`)),
  )
  const csp = {
    scripts: new Set([head, body, passHead, passBody].map(hashOf)),
    styles: new Set<string>(),
    styleAttributes: new Set<string>(),
  }
  const preloads: Record<string, string[]> = {}
  const manifestTexts = {} as Record<Locale, ManifestTexts>
  const titles = {} as Record<Locale, Record<string, string>>
  const incomplete = {} as Record<Locale, string>
  const details = detailsOf(catalogueOf('en'))

  const all: { locale: Locale; name: string; drawn: Drawn }[] = []
  for (const locale of LOCALES) {
    await prerender.prepare(locale, catalogueOf(locale))
    for (const { name, address, withoutFrame } of [...SCREENS, ...details])
      all.push({ locale, name, drawn: await prerender.drawScreen(address, withoutFrame) })
    all.push({ locale, name: NOT_FOUND, drawn: await prerender.drawNotFound() })
    all.push({ locale, name: FRAME, drawn: await prerender.drawFrame('default') })
    all.push({ locale, name: CLEAN_FRAME, drawn: await prerender.drawFrame('clean') })
    manifestTexts[locale] = prerender.manifestTexts()
    titles[locale] = prerender.pageTitles()
    incomplete[locale] = prerender.drawIncomplete()
  }

  const sheets = new Map<string, string>()
  const readSheet = async (url: string): Promise<string> => {
    const sheet = sheets.get(url) ?? (await readFile(`${DIST}${url}`, 'utf8'))
    sheets.set(url, sheet)
    return sheet
  }
  const sprite = await readFile(`${DIST}${SPRITE}`, 'utf8')
  // Details of one kind share their styles, and so one hash in the policy.
  for (const [kind, shells] of Map.groupBy(all, ({ name }) => name.split('/')[0] ?? name)) {
    const html = shells.map(({ drawn }) => drawn.html).join('')
    // Drawings of the sprite take their colours from the page's variables.
    const routes = [...new Set(shells.flatMap(({ drawn }) => drawn.routes))]
    const urls = graph.styles(routes)
    const sheet = (await Promise.all(urls.map(readSheet))).join('')
    const styles = critical(sheet, html, html.includes(SPRITE) ? sprite : '')
    csp.styles.add(hashOf(styles))
    preloads[kind] = [...graph.scripts(routes), ...urls]
    for (const { locale, name, drawn } of shells) {
      const notice = incomplete[locale]
      for (const [, value = ''] of (drawn.html + notice).matchAll(/ style="([^"]*)"/g))
        csp.styleAttributes.add(hashOf(decoded(value)))
      const path = `${SHELLS}/${locale}/${name}.html`
      await mkdir(dirname(path), { recursive: true })
      const scripts = name === PASS ? { head: passHead, body: passBody } : { head, body }
      await writeFile(path, page({ locale, name, drawn, styles, notice, ...scripts }))
    }
  }

  const paths = prerender.paths()
  const cleanPaths = prerender.cleanPaths()
  const routes = routesOf(paths, details, cleanPaths)
  await writeFile(`${SHELLS}/routes.json`, JSON.stringify({ ...routes, notFound: NOT_FOUND }, null, 1))
  await writeFile(`${SHELLS}/titles.json`, JSON.stringify(titles))
  const sorted: Csp = {
    scripts: [...csp.scripts].toSorted(),
    styles: [...csp.styles].toSorted(),
    styleAttributes: [...csp.styleAttributes].toSorted(),
  }
  await writeFile(`${SHELLS}/csp.json`, JSON.stringify(sorted, null, 1))
  return {
    routes,
    cachedRoutes: routesOf(paths, [], cleanPaths),
    names: [...SCREENS.map(({ name }) => name), FRAME, CLEAN_FRAME],
    preloads,
    manifestTexts,
  }
}

/** Pages that search engines and shared links lead to; phones do not cache their shells. */
const detailsOf = ({ attractions, products }: Catalogue): Screen[] => [
  ...attractions.map(({ gdsUid }) => ({ name: `attractions/${gdsUid}`, address: `/attractions/${gdsUid}` })),
  ...products.map(({ gdsUid }) => ({ name: `pass/${gdsUid}`, address: `/pass/${gdsUid}` })),
]

const decoded = (attribute: string): string =>
  attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

interface Page {
  locale: Locale
  name: string
  drawn: Drawn
  styles: string
  /** What `showIncomplete` shows. */
  notice: string
  head: string
  body: string
}

/**
 * Returns the HTML of a shell. It names no script or style sheet but `/app.js`, so that a changed screen leaves the
 * other shells unchanged.
 */
const page = ({ locale, name, drawn, styles, notice, head, body }: Page): string =>
  [
    `<!doctype html><html lang="${BCP47[locale]}" data-shell="${name.split('/')[0]}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    shellHead(drawn.title, drawn.description),
    `<meta name="theme-color" content="${PAGE.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${PAGE.dark}" media="(prefers-color-scheme: dark)">`,
    `<link rel="manifest" href="/manifest.${locale}.webmanifest">`,
    '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icons/apple-touch-180.png">',
    `<script>${head}</script><style>${styles}</style></head><body><div id="app">${drawn.html}</div>`,
    `<template id="incomplete">${notice}</template><script>${body}</script></body></html>`,
  ].join('')
