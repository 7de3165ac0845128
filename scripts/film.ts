import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import type { Scene } from '#contract/rules/scene.ts'
import { SPRITE } from '#contract/rules/sprites.gen.ts'
import { chromiumPath, QUIET } from './browser.ts'

/**
 * Draws the film “One day in Busan” from our own scenes into `public/film/`:
 *
 *     node scripts/film.ts
 *
 * Needs a Chromium and ffmpeg with libx264. The captions beside it (`*.vtt`) are written by hand and follow `SHOTS`. Run it
 * after a change of these scenes and commit what it writes.
 */

const FOLDER = `${import.meta.dirname}/../public/film`
const WIDTH = 640
const HEIGHT = 360
const FRAMES_PER_SECOND = 15
const SHOT_S = 4
/** Time in which one shot becomes the next. */
const FADE_S = 0.6

interface Shot {
  scene: Scene
  hour: 'day' | 'evening' | 'night'
  /** Sections of the sheet at the beginning and the end of the shot: x, y and width; 16 : 9. */
  from: [number, number, number]
  to: [number, number, number]
}

/** A day from the morning to the night. */
const SHOTS: readonly Shot[] = [
  { scene: 'temple', hour: 'day', from: [0, 40, 400], to: [50, 50, 320] },
  { scene: 'cablecar', hour: 'day', from: [60, 60, 320], to: [10, 30, 380] },
  { scene: 'aquarium', hour: 'day', from: [0, 30, 380], to: [50, 40, 320] },
  { scene: 'yacht', hour: 'evening', from: [40, 60, 340], to: [0, 50, 400] },
  { scene: 'gwangan', hour: 'night', from: [60, 60, 300], to: [0, 40, 400] },
]
const FILM_S = SHOTS.length * SHOT_S
/** Time of the picture that stands for the film before it plays. */
const POSTER_S = 17.5

const read = (path: string): Promise<string> => readFile(`${import.meta.dirname}/../${path}`, 'utf8')

/** Draws the state of each shot, in the page. */
const DRAW = `const draw = (states) => document.querySelectorAll('.shot').forEach((shot, index) => {
  shot.setAttribute('viewBox', states[index].box)
  shot.style.opacity = states[index].opacity
})`

/** Returns a page with one drawing for each shot, above each other. */
const pageOf = async (): Promise<string> => {
  const [tokens, palettes, sprite] = await Promise.all(
    ['src/ui/tokens.css', 'src/art/palettes.css', `public${SPRITE}`].map(read),
  )
  const drawings = SHOTS.map(
    ({ scene, hour }) =>
      `<svg class="shot" data-hour="${hour}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice"><use href="#${scene}" width="400" height="300"/></svg>`,
  )
  return `<!doctype html><style>${tokens}${palettes}
body{margin:0;overflow:hidden}
.shot{position:absolute;inset:0;background:var(--art-sky)}
.sprite{position:absolute;width:0;height:0}</style>
<div class="sprite">${sprite}</div>${drawings.join('')}<script>${DRAW}</script>`
}

/** Returns the section and the opacity of each shot at a time in seconds. */
const stateAt = (time: number) =>
  SHOTS.map(({ from, to }, index) => {
    const start = index * SHOT_S - (index === 0 ? 0 : FADE_S)
    const progress = Math.min(1, Math.max(0, (time - start) / ((index + 1) * SHOT_S - start)))
    const [x, y, width] = [0, 1, 2].map((axis) => (from[axis] ?? 0) + ((to[axis] ?? 0) - (from[axis] ?? 0)) * progress)
    const opacity = index === 0 ? 1 : Math.min(1, Math.max(0, (time - start) / FADE_S))
    return { box: `${x} ${y} ${width} ${((width ?? 0) * HEIGHT) / WIDTH}`, opacity }
  })

const film = async (): Promise<void> => {
  await mkdir(FOLDER, { recursive: true })
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: QUIET })
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await page.setContent(await pageOf())
  const frameAt = async (time: number): Promise<Buffer> => {
    await page.evaluate(`draw(${JSON.stringify(stateAt(time))})`)
    return page.screenshot({ type: 'jpeg', quality: 92 })
  }
  await writeFile(`${FOLDER}/one-day.jpg`, await frameAt(POSTER_S))
  const encoder = spawn(
    'ffmpeg',
    [
      ['-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', String(FRAMES_PER_SECOND), '-i', '-', '-an'],
      ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', '28', '-pix_fmt', 'yuv420p'],
      ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart'],
      [`${FOLDER}/one-day.mp4`],
    ].flat(),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = once(encoder, 'close')
  for (let frame = 0; frame < FILM_S * FRAMES_PER_SECOND; frame++)
    if (!encoder.stdin.write(await frameAt(frame / FRAMES_PER_SECOND))) await once(encoder.stdin, 'drain')
  encoder.stdin.end()
  const [code] = await ended
  await browser.close()
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

await film()
