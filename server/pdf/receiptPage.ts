import PDFDocument from 'pdfkit'
import { BCP47, type Locale } from '#contract/locales.ts'
import { drawable, openFont, runsOf, type FontName, type Run } from './fonts.ts'
import { linesOf } from './textLines.ts'

/** A label and its value. */
export type Line = readonly [label: string, value: string]

/** A receipt whose texts are written, in one language. */
export interface Receipt {
  locale: Locale
  /** Instant of the file's creation, ms UTC; the same receipt is the same file. */
  at: number
  brand: string
  title: string
  facts: readonly Line[]
  /** What was bought and taken off; `total` is their sum, `after` what was refunded of it. */
  amounts: readonly Line[]
  total: Line
  after: readonly Line[]
  note: string
}

/** A4 in points, with its margin. */
const PAGE = { width: 595.28, height: 841.89, margin: 56 }
const WIDTH = PAGE.width - 2 * PAGE.margin
/** Share of the width that labels take, and the gap to the value. */
const LABEL_WIDTH = WIDTH * 0.42
const GAP = 16
const ROW_GAP = 6
const DIVIDER_GAP = 28
/** Baseline and line height, as multiples of the type size. */
const ASCENT = 1.05
const LEADING = 1.45
const SIZE = { title: 24, brand: 12, text: 10.5, total: 14, note: 9 }
const COLOUR = { text: '#0c2233', quiet: '#465a6a', brand: '#0a5bb5', rule: '#d3dedf' }

interface Type {
  size: number
  colour: string
  /** Of the lines, in points. */
  width: number
  isRight?: boolean
}

/** A text that is broken into lines. */
interface Block {
  /** In points. */
  height: number
  /** Draws the lines below `y`. */
  draw: (x: number, y: number) => void
}

/** Returns a function that breaks a text into lines for this document. */
const createComposer = (document: PDFKit.PDFDocument, locale: Locale): ((text: string, type: Type) => Block) => {
  const runsByText = new Map<string, Run[]>()
  const runs = (text: string): Run[] => {
    const split = runsByText.get(text) ?? runsOf(text, locale)
    runsByText.set(text, split)
    return split
  }
  const registered = new Set<FontName>()
  const setFont = (name: FontName, size: number) => {
    // The types of pdfkit do not know that a font may be open already.
    if (!registered.has(name)) document.registerFont(name, openFont(name) as unknown as Buffer)
    registered.add(name)
    return document.font(name, size)
  }
  const widthOf = (text: string, size: number): number =>
    runs(text).reduce((sum, run) => sum + setFont(run.font, size).widthOfString(run.text), 0)

  return (text, { size, colour, width, isRight = false }) => {
    const lines = linesOf(drawable(text), { locale, width, measure: (line) => widthOf(line, size) })
    return {
      height: lines.length * size * LEADING,
      draw: (start, top) => {
        document.fillColor(colour)
        for (const [nth, line] of lines.entries()) {
          let x = start + (isRight ? width - widthOf(line.trimEnd(), size) : 0)
          const y = top + size * (ASCENT + nth * LEADING)
          for (const run of runs(line)) {
            setFont(run.font, size).text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' })
            x += document.widthOfString(run.text)
          }
        }
      },
    }
  }
}

/** Names its row. The types of pdfkit lack `scope`. */
const ROW_HEADER: object = { scope: 'Row' }

/** Draws a line across the page that a screen reader skips. */
const rule = (document: PDFKit.PDFDocument, y: number): void => {
  document.markContent('Artifact', { type: 'Layout' })
  document
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .lineWidth(0.75)
    .strokeColor(COLOUR.rule)
    .stroke()
  document.endMarkedContent()
}

const LABEL_TYPE = { colour: COLOUR.quiet, width: LABEL_WIDTH }
const VALUE_TYPE = { colour: COLOUR.text, width: WIDTH - LABEL_WIDTH - GAP, isRight: true }

/** Returns a receipt as a tagged PDF of one page. */
export const drawReceipt = async (receipt: Receipt): Promise<Buffer> => {
  const { locale, brand, title, facts, amounts, total, after, note } = receipt
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: PAGE.margin,
    // None of the standard fonts: they are not embedded.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: BCP47[locale],
    info: { Title: `${brand} · ${title}`, Author: brand, CreationDate: new Date(receipt.at) },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject))
  const compose = createComposer(document, locale)
  const root = document.struct('Document')
  document.addStructure(root)
  let y = PAGE.margin
  const paragraph = (tag: 'H1' | 'P', text: string, size: number, colour: string): void => {
    const block = compose(text, { size, colour, width: WIDTH })
    const top = y
    root.add(document.struct(tag, {}, () => block.draw(PAGE.margin, top)))
    y += block.height
  }
  const table = (rows: readonly Line[], size: number): void => {
    const element = document.struct('Table')
    root.add(element)
    for (const [label, value] of rows) {
      const [labelBlock, valueBlock] = [
        compose(label, { ...LABEL_TYPE, size }),
        compose(value, { ...VALUE_TYPE, size }),
      ]
      const top = y
      const row = document.struct('TR')
      element.add(row)
      row.add(document.struct('TH', ROW_HEADER, () => labelBlock.draw(PAGE.margin, top)))
      row.add(document.struct('TD', {}, () => valueBlock.draw(PAGE.margin + LABEL_WIDTH + GAP, top)))
      y += Math.max(labelBlock.height, valueBlock.height) + ROW_GAP
    }
  }
  const divider = (): void => {
    rule(document, y + DIVIDER_GAP / 2)
    y += DIVIDER_GAP
  }

  paragraph('P', brand, SIZE.brand, COLOUR.brand)
  paragraph('H1', title, SIZE.title, COLOUR.text)
  divider()
  table(facts, SIZE.text)
  divider()
  table(amounts, SIZE.text)
  table([total], SIZE.total)
  if (after.length > 0) table(after, SIZE.text)
  divider()
  paragraph('P', note, SIZE.note, COLOUR.quiet)
  root.end()
  document.end()
  await ended
  return Buffer.concat(chunks)
}
