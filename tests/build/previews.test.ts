import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureAddress, PREVIEW_PICTURES } from '#contract/rules/previewPicture.ts'
import { drawPreviews, paint, symbolOf, writePreviews } from '../../scripts/build/previews.ts'
import { folderOf } from './folder.ts'

const KB = 1024

test('a variable without a colour and a missing drawing are errors', () => {
  expect(() => paint('<path fill="var(--art-none)"/>', new Map())).toThrow('--art-none')
  expect(() => symbolOf('<svg></svg>', 'tower')).toThrow('tower')
})

test('a colour may be that of another variable', () => {
  const palette = new Map([
    ['--art-roof', 'var(--art-ink)'],
    ['--art-ink', '#123'],
  ])
  expect(paint('<path fill="var(--art-roof)" stroke="var(--art-ink)"/>', palette)).toBe(
    '<path fill="#123" stroke="#123"/>',
  )
})

test('every picture has a name and a drawing of its own, without variables', async () => {
  const drawn = await drawPreviews()
  expect([...drawn.keys()].toSorted()).toEqual(PREVIEW_PICTURES.toSorted())
  expect(new Set(drawn.values()).size).toBe(PREVIEW_PICTURES.length)
  expect([...drawn].filter(([, svg]) => svg.includes('var(')).map(([name]) => name)).toEqual([])
})

test('a picture is a PNG of 1200 × 630 pixels and less than 40 kB', async () => {
  const names = ['harbor-pass', 'pass-big3', 'tower', 'tongdosa']
  const folder = folderOf({})
  await writePreviews(folder, names)
  expect(readdirSync(join(folder, 'previews')).toSorted()).toEqual(names.map((name) => `${name}.png`).toSorted())
  for (const name of names) {
    const file = join(folder, pictureAddress(name))
    const { format, width, height } = await sharp(file).metadata()
    expect([name, format, width, height]).toEqual([name, 'png', 1200, 630])
    expect(statSync(file).size).toBeLessThan(40 * KB)
    // A drawing whose colours are missing is black.
    const { channels } = await sharp(file).stats()
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(60)
  }
}, 30_000)
