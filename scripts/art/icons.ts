/**
 * Draws the icons of the installed application and of passes for Apple Wallet from the mark: `node scripts/art/icons.ts`.
 * Run by hand when the mark changes; the pictures in public/icons and server/outside/wallet/pictures are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { chromiumPath, QUIET } from '../browser.ts'

const FOLDER = new URL('../../public/icons/', import.meta.url)
const WALLET_FOLDER = new URL('../../server/outside/wallet/pictures/', import.meta.url)

/** The mark, 20 of 24 units wide; its notches are cut out. */
const MARK = readFileSync(new URL('icon.svg', FOLDER), 'utf8').replace(/<\/?svg\b[^>]*>/g, '')
const FOAM = '#f3f7f6'

/** Centres the mark in a square filled with `ground`; the ticket takes `share` of the width. */
const onGround = (share: number, ground: string): string => {
  const side = 20 / share
  const from = 12 - side / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${from} ${from} ${side} ${side}"><path d="M${from} ${from}h${side}v${side}h-${side}z" fill="${ground}"/>${MARK}</svg>`
}

/** A single colour, because the status bar uses only the alpha channel; sun and horizon are left open in the ticket. */
const BADGE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="1 1 22 22"><path fill="#fff" fill-rule="evenodd" d="M4 2h16a2 2 0 0 1 2 2v6.2a1.8 1.8 0 0 0-1.6 1H17.5a5.5 5.5 0 0 0-11 0H3.6a1.8 1.8 0 0 0-1.6-1V4a2 2 0 0 1 2-2zM3.6 12.8h16.8a1.8 1.8 0 0 0 1.6 1V20a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-6.2a1.8 1.8 0 0 0 1.6-1z"/></svg>'

/** A pass with its code, for the shortcut: its shape differs from the application's icon, its colours do not. */
const SHORTCUT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h24v24H0z" fill="#0a5bb5"/><path d="M6.5 3.5h11a1.5 1.5 0 0 1 1.5 1.5v3.6a1.4 1.4 0 0 0 0 2.8V19a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7.6a1.4 1.4 0 0 0 0-2.8V5a1.5 1.5 0 0 1 1.5-1.5z" fill="#fff"/><path d="M9.4 8.2a2.6 2.6 0 0 1 5.2 0z" fill="#ffc53d"/><path d="M7.6 9.4h8.8v1.2H7.6z" fill="#be2340"/><path fill="#0c2233" fill-rule="evenodd" d="M8 12.4h3.4v3.4H8zm1.1 1.1v1.2h1.2v-1.2zM12.6 12.4H16v3.4h-3.4zm1.1 1.1v1.2h1.2v-1.2zM8 17h1.1v1.6H8zm2.3 0h1.1v1.6h-1.1zm2.3 0H14v1.6h-1.4zm2.3 0H16v1.6h-1.1z"/></svg>'

const ICONS: readonly (readonly [string, number, string])[] = [
  ['icon-192.png', 192, onGround(0.9, 'none')],
  ['icon-512.png', 512, onGround(0.9, 'none')],
  // A launcher may cut a circle of 80 %: the ticket's corners stay inside it.
  ['maskable-512.png', 512, onGround(0.54, FOAM)],
  ['apple-touch-180.png', 180, onGround(0.72, FOAM)],
  ['badge-96.png', 96, BADGE],
  ['shortcut-pass-96.png', 96, SHORTCUT],
]

/** `icon` stands on notifications, `logo` on the pass; in points, each for three densities. */
const WALLET_ICONS = [
  ['icon', 29, onGround(0.72, FOAM)],
  ['logo', 50, onGround(0.9, 'none')],
] as const
const DENSITIES = [
  [1, ''],
  [2, '@2x'],
  [3, '@3x'],
] as const

const path = chromiumPath()
if (path === null) throw new Error('no Chromium found; set CHROME_PATH')
const browser = await chromium.launch({ executablePath: path, args: QUIET })
const page = await browser.newPage()
const draw = async (to: URL, size: number, svg: string): Promise<void> => {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`)
  writeFileSync(to, await page.screenshot({ omitBackground: true }))
}
for (const [name, size, svg] of ICONS) await draw(new URL(name, FOLDER), size, svg)
for (const [name, points, svg] of WALLET_ICONS)
  for (const [density, suffix] of DENSITIES)
    await draw(new URL(`${name}${suffix}.png`, WALLET_FOLDER), points * density, svg)
await browser.close()
