import { portholeOf, type Box } from '#art/crops.ts'
import { hourOf, type Hour } from '#art/hour.ts'
import { printClass } from '#art/printClass.ts'
import { SPRITE } from '#contract/rules/sprites.gen.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import { loadSceneSprite } from '#data/sceneSprite.ts'
import { saveFile } from '../../../-shared/saveFile.ts'
import { HEIGHT, HORIZON, MARGIN, portholesOf, VISITS_MAX, WIDTH } from './souvenirLayout.ts'

/** Makes the picture of a used pass on this phone: drawings as SVG, texts on the canvas over them. */

export interface SouvenirTexts {
  /** Under the product. */
  holder: string
  /** First and last day. */
  days: string
  brand: string
  /** Date of a visit. */
  dayOf: (at: number) => string
}

const SEA = 56
const BOTTOM = 1290

/** Replaces the palette's variables in a drawing with the colours that they have on `probe`. */
const coloured = (drawing: string, probe: Element): string => {
  const style = getComputedStyle(probe)
  return drawing.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim())
}

/** Runs `read` with an element that has the palette of an hour, of a product, or both. */
const withPalette = <T>(palette: { hour?: Hour; product?: MyPass['passType'] }, read: (probe: HTMLElement) => T): T => {
  const probe = document.createElement('div')
  if (palette.hour) probe.dataset.hour = palette.hour
  if (palette.product) {
    probe.dataset.product = palette.product
    probe.className = printClass(palette.product)
  }
  document.body.append(probe)
  try {
    return read(probe)
  } finally {
    probe.remove()
  }
}

const nested = (box: Box, place: Box, content: string): string =>
  `<svg x="${place[0]}" y="${place[1]}" width="${place[2]}" height="${place[3]}" viewBox="${box.join(' ')}">${content}</svg>`

interface Colours {
  ink: string
  text: string
  sea: string
  font: string
}

const drawingOf = (pass: MyPass, sprite: string): { svg: string; colours: Colours } => {
  // Trusted Types refuse a parser; the file is our own and flat.
  const contentOf = (id: string) => new RegExp(`<symbol id="${id}"[^>]*>(.*?)</symbol>`, 's').exec(sprite)?.[1] ?? ''
  const { passType: product } = pass
  const { print, colours } = withPalette({ product }, (probe) => {
    const style = getComputedStyle(probe)
    const valueOf = (name: string) => style.getPropertyValue(name).trim()
    return {
      print: coloured(contentOf(printClass(product)), probe),
      colours: {
        ink: valueOf('--product-ink'),
        text: valueOf('--product-text'),
        sea: valueOf('--product-sea'),
        font: style.fontFamily,
      },
    }
  })
  const visits = pass.admissions.slice(-VISITS_MAX).toReversed()
  const places = portholesOf(visits.length)
  const holes = visits.map(({ scene, at }, index) => {
    const { x, y, radius } = places[index] ?? { x: 0, y: 0, radius: 0 }
    const content = withPalette({ hour: hourOf(at) }, (probe) => coloured(contentOf(scene), probe))
    const clip = `hole${index}`
    return (
      `<clipPath id="${clip}"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath>` +
      `<g clip-path="url(#${clip})">${nested(portholeOf(scene), [x - radius, y - radius, 2 * radius, 2 * radius], content)}</g>` +
      `<circle cx="${x}" cy="${y}" r="${radius - 2}" fill="none" stroke="#071622" stroke-opacity=".3" stroke-width="4"/>`
    )
  })
  const inner = WIDTH - 2 * MARGIN
  const teeth = Array.from({ length: Math.floor(inner / 24) }, (_, index) => {
    const x = MARGIN + 12 + index * 24
    return `<circle cx="${x}" cy="${HORIZON + SEA}" r="6" fill="#fff"/>`
  }).join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f3f7f6"/>` +
    `<clipPath id="pass"><rect x="${MARGIN}" y="${MARGIN}" width="${inner}" height="${BOTTOM - MARGIN}" rx="48"/></clipPath>` +
    `<g clip-path="url(#pass)"><rect x="${MARGIN}" y="${MARGIN}" width="${inner}" height="${HEIGHT}" fill="#fff"/>` +
    `<svg x="${MARGIN}" y="${MARGIN}" width="${inner}" height="${HORIZON - MARGIN}"><rect width="100%" height="100%" fill="${colours.ink}"/>` +
    `<svg x="${inner - 330}" y="${HORIZON - MARGIN - 300}" width="300" height="300" viewBox="${product === 'Big3' ? 130 : 160} 12 180 180" overflow="visible">${print}</svg></svg>` +
    `<rect x="${MARGIN}" y="${HORIZON}" width="${inner}" height="${SEA}" fill="${colours.sea}"/>${teeth}` +
    `${holes.join('')}</g></svg>`
  return { svg, colours }
}

const imageOf = async (svg: string): Promise<HTMLImageElement> => {
  const image = new Image(WIDTH, HEIGHT)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  return image
}

/** Returns the picture of a pass with its visits as PNG. Rejects when the drawings cannot be loaded or drawn. */
export const makeSouvenir = async (pass: MyPass, texts: SouvenirTexts): Promise<Blob> => {
  const { svg, colours } = drawingOf(pass, await loadSceneSprite(SPRITE))
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(await imageOf(svg), 0, 0)
  const textX = MARGIN + 56
  const write = (text: string, x: number, y: number, font: string, colour: string, room: number) => {
    context.font = `${font} ${colours.font}`
    context.fillStyle = colour
    context.fillText(text, x, y, room)
  }
  write(pass.passType, textX, MARGIN + 128, '700 104px', colours.text, 500)
  write(texts.holder, textX, MARGIN + 196, '600 40px', colours.text, WIDTH - 2 * textX)
  write(texts.days, textX, MARGIN + 252, '400 36px', colours.text, 520)
  context.textAlign = 'center'
  const visits = pass.admissions.slice(-VISITS_MAX).toReversed()
  portholesOf(visits.length).forEach(({ x, y, radius }, index) => {
    const visit = visits[index]
    if (!visit) return
    const { name, shortName = name, at } = visit
    const room = 2 * radius + 24
    write(shortName, x, y + radius + 44, '700 30px', '#0c2233', room)
    write(texts.dayOf(at), x, y + radius + 80, '400 26px', '#465a6a', room)
  })
  write(texts.brand, WIDTH / 2, BOTTOM + 42, '700 28px', '#465a6a', WIDTH)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

/**
 * Hands the picture to the phone's share sheet, or downloads it where there is none. Rejects with an `AbortError` when
 * the visitor closes the sheet.
 */
export const shareOrSave = async (picture: Blob, name: string): Promise<void> => {
  const file = new File([picture], name, { type: picture.type })
  if ('canShare' in navigator && navigator.canShare({ files: [file] })) return navigator.share({ files: [file] })
  saveFile(file, name)
}
