import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { addressesOfScreens } from '../../e2e/harness/routeFiles.ts'
import { routesOf } from '../../scripts/build/screens.ts'
import { shellFiles } from './shellFiles.ts'

const SHELLS = ['home', 'attractions', 'pass', 'myPass', 'login', 'join', 'gift', 'app', 'clean', 'notFound']

/** Every path of the router, as it writes parameters: `/attractions/$detail`. */
export const routePaths = ['/', ...addressesOfScreens.map((address) => address.replaceAll(/\{(\w+)\}/g, '$$$1'))]

/** Writes a build in a new folder: all routes with their shells, and these titles. Returns the folder. */
export const writePageDist = (titles: Record<string, Record<string, string>>): string => {
  const dist = mkdtempSync(join(tmpdir(), 'harbor-pages-'))
  const files = {
    ...shellFiles(SHELLS),
    'shells/routes.json': JSON.stringify({ ...routesOf(routePaths, []), notFound: 'notFound' }),
    'shells/titles.json': JSON.stringify(titles),
    'previews/gwangan.png': 'png',
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), content)
  }
  return dist
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decode = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')

/**
 * Parses the head of a document into its title, canonical address and properties; repeated properties are one list.
 * Throws for anything else in the head, which a text that is not escaped would cause.
 */
export const parseHead = (html: string): Record<string, string> => {
  const head = /<head>(.*)<\/head>/s.exec(html)?.[1] ?? ''
  const tags: Record<string, string> = {}
  const rest = head.replaceAll(
    /<title>([^<]*)<\/title>|<link rel="(canonical)" href="([^"<>]*)">|<meta (?:name|property)="([\w:]+)" content="([^"<>]*)">/g,
    (_, title?: string, link?: string, href?: string, name?: string, content?: string) => {
      const key = title === undefined ? (link ?? name ?? '') : 'title'
      const value = decode(title ?? href ?? content ?? '')
      tags[key] = key in tags ? `${tags[key]} ${value}` : value
      return ''
    },
  )
  if (rest !== '') throw new Error(`the head also has ${rest}`)
  return tags
}
