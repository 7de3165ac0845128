import { mkdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { PASS_TYPES } from '#contract/codes.ts'
import {
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
  pictureAddress,
  pictureOfPass,
  PREVIEW_PICTURES,
  PRODUCT_PICTURE,
} from '#contract/rules/previewPicture.ts'
import { PLACE_SPRITES, SPRITE } from '#contract/rules/sprites.gen.ts'
import { DIST, ROOT } from './paths.ts'

/** Draws the pictures of link previews from the sprites that screens use: no network shows an SVG. */

const RATIO = PICTURE_WIDTH / PICTURE_HEIGHT
/** Colours of a palette PNG; drawings are flat, so that more of them change nothing that is seen. */
const COLOURS = 96
/** The height of the sheet that scenes and places show; beyond its edges they have more sky and sea. */
const SHEET = { middle: 200, top: 6, height: 288 }
/** Right edge and lower edge of the drawing on a pass (`src/art/printScene.tsx`), with some sky on its right. */
const PRINT = { right: 384, top: 22, height: 170 }
/** The logo at the upper left of the picture of the product, in units of the sheet. */
const MARK = { x: -52, y: 34, size: 56 }

type Palette = ReadonlyMap<string, string>

/** Returns the variables of the first rule of `css` whose selectors include `selector`. */
const variablesOf = (css: string, selector: string): [string, string][] => {
  const rule = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].find(([, selectors = '']) =>
    selectors
      .replace(/\/\*.*?\*\//gs, '')
      .split(',')
      .some((one) => one.trim() === selector),
  )
  if (!rule) throw new Error(`palettes.css has no rule for ${selector}`)
  return [...(rule[2] ?? '').matchAll(/(--art-[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value])
}

/** Replaces every `var(--art-…)` by its colour, which librsvg does not do. Throws for a variable without a value. */
export const paint = (drawing: string, palette: Palette): string =>
  drawing.replace(/var\((--art-[\w-]+)\)/g, (_, name: string) => {
    const value = palette.get(name)
    if (value === undefined) throw new Error(`the palette has no ${name}`)
    return paint(value, palette)
  })

/** Returns the markup of a symbol of a sprite. Throws when the sprite has none of that name. */
export const symbolOf = (sprite: string, name: string): string => {
  const drawing = new RegExp(`<symbol id="${name}"[^>]*>(.*?)</symbol>`, 's').exec(sprite)?.[1]
  if (drawing === undefined) throw new Error(`no drawing ${name}`)
  return drawing
}

const svg = (box: { left: number; top: number; height: number }, markup: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" ` +
  `viewBox="${box.left} ${box.top} ${box.height * RATIO} ${box.height}">${markup}</svg>`

const sheet = (markup: string): string => svg({ ...SHEET, left: SHEET.middle - (SHEET.height * RATIO) / 2 }, markup)

/** Returns the drawing of each picture as an SVG document, by the picture's name. */
export const drawPreviews = async (): Promise<Map<string, string>> => {
  const read = (path: string) => readFile(`${ROOT}${path}`, 'utf8')
  const [css, scenes, icon, ...files] = await Promise.all([
    read('src/art/palettes.css'),
    read(`public${SPRITE}`),
    read('public/icons/icon.svg'),
    ...PLACE_SPRITES.map((address) => read(`public${address}`)),
  ])
  const day = new Map(variablesOf(css, "[data-hour='day']"))
  const sprites = [scenes, ...files].join('')
  const mark = icon.replace('<svg ', `<svg x="${MARK.x}" y="${MARK.y}" width="${MARK.size}" height="${MARK.size}" `)
  const passes = PASS_TYPES.map((passType): [string, string] => {
    const name = `print-${passType.toLowerCase()}`
    const palette = new Map([...day, ...variablesOf(css, `.${name}`), ['--art-wall', '#fff']])
    const ground = `<path d="M-2000-2000H2000V2000H-2000z" fill="var(--art-sky)"/>`
    const box = { ...PRINT, left: PRINT.right - PRINT.height * RATIO }
    return [pictureOfPass(passType), paint(svg(box, ground + symbolOf(scenes, name)), palette)]
  })
  const drawn = new Map(passes)
  for (const name of PREVIEW_PICTURES) {
    if (drawn.has(name)) continue
    const drawing = name === PRODUCT_PICTURE ? symbolOf(scenes, 'gwangan') + mark : symbolOf(sprites, name)
    drawn.set(name, paint(sheet(drawing), day))
  }
  return drawn
}

/** Writes the pictures into the build: 1200 × 630 PNG with a palette. Phones store none of them. */
export const writePreviews = async (folder = DIST, names = PREVIEW_PICTURES): Promise<void> => {
  await mkdir(`${folder}/previews`, { recursive: true })
  const drawn = await drawPreviews()
  for (const name of names) {
    const drawing = drawn.get(name) ?? ''
    const png = await sharp(Buffer.from(drawing)).png({ palette: true, colours: COLOURS, effort: 7 }).toBuffer()
    await writeFile(`${folder}${pictureAddress(name)}`, png)
  }
}
