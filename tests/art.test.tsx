import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { PASS_TYPES } from '#contract/codes.ts'
import { PLACE_SCENES } from '#contract/rules/placeScenes.ts'
import { SCENES, sceneOfAttraction } from '#contract/rules/scene.ts'
import { provideDrawings } from '#art/drawing.tsx'
import { DRAWINGS } from '#art/drawings.tsx'
import { InlineScene } from '#art/inlineScene.tsx'
import { PrintScene } from '#art/printScene.tsx'
import { Scene } from '#art/scene.tsx'
import { PLACE_SPRITES, SPRITE } from '#contract/rules/sprites.gen.ts'

/** The catalogue's attractions, as it is seeded. */
const { items: SEEDED } = JSON.parse(
  readFileSync(new URL('../server/db/seed/attractions.json', import.meta.url), 'utf8'),
) as { items: { id: string; categories: string[]; setting: string }[] }

const drawn = readFileSync(new URL(`../public${SPRITE}`, import.meta.url), 'utf8')
const placeFiles = PLACE_SPRITES.map((address) => readFileSync(new URL(`../public${address}`, import.meta.url), 'utf8'))
const palettes = readFileSync(new URL('../src/art/palettes.css', import.meta.url), 'utf8')

/** Returns the colour roles that the palette of a selector declares. */
const declared = (selector: string): Set<string> => {
  const roles = [...palettes.matchAll(/([^{}]+)\{([^}]*)\}/g)]
    .filter(([, selectors = '']) =>
      selectors
        .replaceAll("'", '"')
        .split(/[,\n]/)
        .some((one) => one.trim() === selector),
    )
    .flatMap(([, , body = '']) => [...body.matchAll(/(--art-[a-z0-9]+):/g)].map(([, role = '']) => role))
  expect(roles.length, `no palette ${selector}`).toBeGreaterThan(0)
  return new Set(roles)
}

const used = (markup: string): string[] => [
  ...new Set([...markup.matchAll(/var\((--art-[a-z0-9]+)\)/g)].map(([, r = '']) => r)),
]

const HOURS = [':root', '[data-hour="day"]', '[data-hour="evening"]', '[data-hour="night"]']
/** The print on a pass has a palette of its own, with few roles. */
const PRINTS = PASS_TYPES.map((product) => `print-${product.toLowerCase()}`)
const symbolOf = (id: string): string => new RegExp(`<symbol id="${id}".*?</symbol>`, 's').exec(drawn)?.[0] ?? ''

provideDrawings(DRAWINGS)

describe('the sprite', () => {
  test('matches the drawings (run scripts/art/buildSprite.ts after changing one)', () => {
    const script = fileURLToPath(new URL('../scripts/art/buildSprite.ts', import.meta.url))
    expect(execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toBe('')
  })

  test('has each scene and print once and nothing else', () => {
    expect([...drawn.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      ...SCENES,
      ...PASS_TYPES.map((type) => `print-${type.toLowerCase()}`),
    ])
  })

  test('uses roles in place of colours, and nothing that browsers refuse in an external file', () => {
    expect(drawn).not.toMatch(/(?:fill|stroke)="(?!none|var\(--art-)/)
    expect(drawn).not.toMatch(/#[0-9a-f]{3,8}|<use|<style|<script|style=|url\(|NaN|--\d|data-hero/i)
  })

  test('is below 16 kB with brotli', () => {
    expect(brotliCompressSync(drawn).length).toBeLessThan(16_000)
  })
})

describe('the pictures of places', () => {
  test('each group is one file, which has each of its places once and nothing else', () => {
    expect(placeFiles.length).toBeLessThanOrEqual(10)
    for (const [index, file] of placeFiles.entries())
      expect([...file.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)).toEqual(PLACE_SCENES[index])
  })

  test('use roles in place of colours, and nothing that browsers refuse in an external file', () => {
    for (const file of placeFiles) {
      expect(file).not.toMatch(/(?:fill|stroke)="(?!none|var\(--art-)/)
      expect(file).not.toMatch(/#[0-9a-f]{3,8}|<use|<style|<script|style=|url\(|NaN|--\d|data-hero/i)
    }
  })

  test('are below 6 kB each with brotli, and below 40 kB together', () => {
    const sizes = placeFiles.map((file) => brotliCompressSync(file).length)
    expect(Math.max(...sizes)).toBeLessThan(6_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000)
  })

  test('no two places of the catalogue have the same picture', () => {
    const own = new Set(PLACE_SCENES.flat())
    const pictures = SEEDED.map((place) => (own.has(place.id) ? place.id : sceneOfAttraction(place)))
    expect(pictures.length).toBeGreaterThan(50)
    expect(pictures.filter((picture, index) => pictures.indexOf(picture) !== index)).toEqual([])
  })
})

describe('the palettes', () => {
  test.each(HOURS)('%s declares every role that is drawn', (selector) => {
    const roles = declared(selector)
    expect(used(drawn + placeFiles.join('')).filter((role) => !roles.has(role))).toEqual([])
  })

  test.each(PRINTS)('%s declares every role of its drawing', (print) => {
    const roles = declared(`.${print}`)
    const needed = used(symbolOf(print))
    expect(needed.length).toBeGreaterThan(0)
    expect(needed.filter((role) => !roles.has(role))).toEqual([])
  })

  test('every declared role is drawn', () => {
    const markup = drawn + palettes
    const texts = new Set(['--art-title'])
    const needed = new Set(used(markup))
    expect([...declared(':root')].filter((role) => !needed.has(role) && !texts.has(role))).toEqual([])
  })
})

describe('a picture', () => {
  test('is decoration unless it has a title', () => {
    expect(renderToStaticMarkup(<Scene name="surf" />)).toContain('aria-hidden="true"')
    const titled = renderToStaticMarkup(<Scene name="surf" title="A surfer" />)
    expect(titled).toContain('role="img" aria-label="A surfer"')
    expect(titled).not.toContain('aria-hidden')
  })

  test('takes the hour of the page unless it has its own', () => {
    expect(renderToStaticMarkup(<Scene name="surf" />)).not.toContain('data-hour')
    expect(renderToStaticMarkup(<Scene name="surf" hour="evening" />)).toContain('data-hour="evening"')
    expect(renderToStaticMarkup(<InlineScene name="gwangan" hour="night" />)).toContain('data-hour="night"')
  })

  test('has its shape before the drawing arrives, and is square in a porthole', () => {
    expect(renderToStaticMarkup(<Scene name="surf" />)).toContain('viewBox="0 0 400 300" width="400" height="300"')
    for (const name of SCENES) {
      const [, width, height] =
        /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(renderToStaticMarkup(<Scene name={name} crop="porthole" />)) ?? []
      expect(width).toBe(height)
    }
  })

  test('in a pass uses the palette of its product', () => {
    expect(renderToStaticMarkup(<PrintScene product="Big5" />)).toContain('print-big5')
  })
})
