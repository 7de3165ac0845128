/**
 * Writes the sprites (public/art/scenes-<hash>.svg, places-1-<hash>.svg, …), their addresses
 * (contract/rules/sprites.gen.ts) and the home hero (src/art/gwangan.gen.tsx) from the drawings in this folder. Run by
 * hand after a drawing changed: `node scripts/art/buildSprite.ts`. With `--check`, as the tests run it, it writes
 * nothing, and the exit code is the number of outputs that are older than their drawing.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { PASS_TYPES } from '#contract/codes.ts'
import { PLACE_SCENES } from '#contract/rules/placeScenes.ts'
import { SCENES } from '#contract/rules/scene.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const inside = (svg: string): string => svg.replace(/<\/?svg\b[^>]*>/g, '').replace(/<!--.*?-->/gs, '')

const tight = (markup: string): string =>
  markup
    .replace(/>\s+</g, '><')
    .replace(/\s+\/>/g, '/>')
    .replace(/ d="([^"]*)"/g, (_, d: string) => ` d="${tightPath(d)}"`)
    .trim()

const tightPath = (d: string): string =>
  d
    .replace(/\s*([a-zA-Z])\s*/g, '$1')
    .replace(/ -/g, '-')
    .trim()

type Attributes = Record<string, string>

const attributesOf = (tag: string): Attributes =>
  Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map((m) => [m[1], m[2]]))

type Piece = { markup: string; display: string | undefined }

const pieces = (): Map<string, Piece> =>
  new Map(
    [...inside(read('furniture.svg')).matchAll(/<g ([^>]*)>(.*?)<\/g>/gs)].map((m) => {
      const { id, display } = attributesOf(m[1] ?? '')
      return [id ?? '', { markup: m[2] ?? '', display }]
    }),
  )

/** Inlines the shared pieces into a drawing. In the hero, `data-hero` moves a piece or leaves it out. */
const expand = (scene: string, furniture: Map<string, Piece>, hero: boolean): string =>
  tight(
    inside(scene).replace(/<[a-z][^>]*\/>/g, (tag) => {
      const { href, x = '0', y = '0', display, 'data-hero': place } = attributesOf(tag)
      if (hero && place === 'none') return ''
      if (!href) return tag.replace(/ data-hero="[^"]*"/, '')
      const piece = furniture.get(href.slice(1))
      if (!piece) throw new Error(`no furniture ${href}`)
      const still = x === '0' && y === '0'
      const transform = hero && place ? place : still ? '' : `translate(${x}${y === '0' ? '' : ` ${y}`})`
      const effectiveDisplay = display ?? piece.display
      if (!transform && !effectiveDisplay) return piece.markup
      return `<g${transform && ` transform="${transform}"`}${effectiveDisplay ? ` display="${effectiveDisplay}"` : ''}>${piece.markup}</g>`
    }),
  )

/** Returns the symbol of a drawing, which is in this folder. `overflow` shows a hero more than the sheet. */
const symbolOf = (name: string, folder: 'scenes' | 'places'): string =>
  `<symbol id="${name}" viewBox="0 0 400 300" overflow="visible">${expand(read(`${folder}/${name}.svg`), pieces(), false)}</symbol>\n`

const fileOf = (symbols: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('')}</svg>\n`

/** Returns the sprite: one line and symbol for each scene and print. */
const sprite = (): string => {
  const symbols = SCENES.map((name) => symbolOf(name, 'scenes'))
  const prints = PASS_TYPES.map((type) => {
    const name = type.toLowerCase()
    const drawing = tight(inside(read(`prints/${name}.svg`)))
    return `<symbol id="print-${name}" viewBox="0 0 400 300" overflow="visible">${drawing}</symbol>\n`
  })
  return fileOf([...symbols, ...prints])
}

const camel = (markup: string): string =>
  markup.replace(
    / (stroke-[a-z]+)=/g,
    (_, name: string) => ` ${name.replace(/-(.)/, (__, c: string) => c.toUpperCase())}=`,
  )

/** Returns the home hero as JSX, which the first paint draws without a request or parsing markup at run time. */
const hero = (): string =>
  `// Written by scripts/art/buildSprite.ts; change scripts/art/scenes/gwangan.svg.\nexport function Gwangan() {\n  return (\n    <>\n${camel(
    expand(read('scenes/gwangan.svg'), pieces(), true),
  )
    .replace(/></g, '>\n<')
    .replace(/^/gm, '      ')}\n    </>\n  )\n}\n`

const PUBLIC = new URL('../../public', import.meta.url)

/** The address changes with the content, so that browsers need not ask for it again (decision 0356). */
const addressOf = (name: string, content: string): string =>
  `/art/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.svg`

const scenes = sprite()
const places = PLACE_SCENES.map((group) => fileOf(group.map((place) => symbolOf(place, 'places'))))
const SPRITE = addressOf('scenes', scenes)
const PLACE_SPRITES = places.map((content, index) => addressOf(`places-${index + 1}`, content))

const addresses = `// Written by scripts/art/buildSprite.ts.
/** The sprite of all scenes and prints. */
export const SPRITE = '${SPRITE}'
/** The pictures of places, one file for each group of \`PLACE_SCENES\`. */
export const PLACE_SPRITES: readonly string[] = [
${PLACE_SPRITES.map((address) => `  '${address}',\n`).join('')}]
`

const written: readonly (readonly [URL, string])[] = [
  [new URL(`${PUBLIC.href}${SPRITE}`), scenes],
  ...places.map((content, index): readonly [URL, string] => [
    new URL(`${PUBLIC.href}${PLACE_SPRITES[index]}`),
    content,
  ]),
  [new URL('../../contract/rules/sprites.gen.ts', import.meta.url), addresses],
  [new URL('../../src/art/gwangan.gen.tsx', import.meta.url), hero()],
]
/** Sprites of earlier drawings. */
const former = readdirSync(new URL(`${PUBLIC.href}/art`)).filter(
  (name) => ![SPRITE, ...PLACE_SPRITES].includes(`/art/${name}`),
)

/** Ignores formatting. */
const bare = (code: string): string => code.replace(/[\s;(),]/g, '')

if (process.argv.includes('--check')) {
  const isStale = ([file, now]: readonly [URL, string]): boolean =>
    !existsSync(file) || bare(readFileSync(file, 'utf8')) !== bare(now)
  const stale = [...written.filter(isStale).map(([file]) => file.pathname), ...former]
  for (const name of stale) console.error(`${name} is older than its drawing: node scripts/art/buildSprite.ts`)
  process.exitCode = stale.length
} else {
  for (const name of former) rmSync(new URL(`${PUBLIC.href}/art/${name}`))
  for (const [file, now] of written) writeFileSync(file, now)
}
