import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { drawnByte } from '../../scripts/draw.ts'

const [WIDTH, HEIGHT] = [640, 480]
/**
 * Side length of the picture in each frame, in pixels. The sizes vary as in a hand: the scanner’s library misses some
 * codes, and would miss one in every frame if all frames were equal.
 */
const SIDES = [440, 424, 408, 432, 416]
const FRAMES_A_SECOND = 10
/** Rotation per frame, in radians. */
const TURN = 0.03

/** Brightness of the pixels of a square picture. */
interface Grey {
  size: number
  at: (x: number, y: number) => number
}

const greyOf = (png: Buffer): Grey => {
  const { data, width, height } = PNG.sync.read(png)
  const size = Math.max(width, height)
  return { size, at: (x, y) => (x < width && y < height ? (data[(y * width + x) * 4] ?? 255) : 255) }
}

/**
 * The engines that read the camera. Chromium on a desktop has no `BarcodeDetector`, so a page without workers falls back
 * to html5-qrcode.
 */
const ALL_ENGINES = ['qr', 'html5-qrcode'] as const
export type ScanEngine = (typeof ALL_ENGINES)[number]
/** The engines of this run: one, drawn by the seed, or with `LARGE=all` both. */
export const SCAN_ENGINES: readonly ScanEngine[] =
  process.env.LARGE === 'all' ? ALL_ENGINES : ALL_ENGINES.filter((_, index) => index === drawnByte('scan engine') % 2)

/** Prepares the pages of a browser for one engine, and records the tracks that they open. */
export const prepareScanner = async (context: BrowserContext, engine: ScanEngine): Promise<void> => {
  await context.addInitScript((isFallback) => {
    if (isFallback) Reflect.deleteProperty(globalThis, 'Worker')
    const media = navigator.mediaDevices
    const open = media.getUserMedia.bind(media)
    const tracks: MediaStreamTrack[] = []
    Object.assign(globalThis, { openedTracks: tracks })
    media.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  }, engine === 'html5-qrcode')
}

/** Returns how many camera tracks of the page are live. */
export const liveTracks = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      (globalThis as unknown as { openedTracks: MediaStreamTrack[] }).openedTracks.filter(
        ({ readyState }) => readyState === 'live',
      ).length,
  )

/**
 * A fake camera: Chromium reads its frames from a file. The picture may change while the camera is off; the file is
 * read each time a page starts the camera.
 */
export class Camera {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<Camera> {
    const camera = new Camera(await mkdtemp(join(tmpdir(), 'harbor-pass-camera-')))
    await camera.#film([{ size: 1, at: () => 128 }])
    return camera
  }

  /** Arguments for the browser that uses this camera. */
  get args(): string[] {
    return [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${this.#file}`,
    ]
  }

  /** Points the camera at a screenshot. */
  lookAt(png: Buffer): Promise<void> {
    return this.#film(SIDES.map(() => greyOf(png)))
  }

  /** Points the camera at screenshots that follow each other, each for `showMs`, over and over. */
  lookAtEach(pngs: readonly Buffer[], showMs: number): Promise<void> {
    const frames = Math.round((showMs * FRAMES_A_SECOND) / 1_000)
    return this.#film(pngs.flatMap((png) => Array<Grey>(frames).fill(greyOf(png))))
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }

  get #file(): string {
    return join(this.#folder, 'camera.y4m')
  }

  /** Writes uncompressed video, one frame of each picture: brightness, with neutral colours. */
  async #film(pictures: readonly Grey[]): Promise<void> {
    const frames = pictures.flatMap((grey, nth) => {
      const turn = nth % SIDES.length
      return [Buffer.from('FRAME\n'), frameOf(grey, SIDES[turn] ?? 0, turn)]
    })
    const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
    // Replace the file by a rename: a running camera keeps the file that it has open.
    await writeFile(`${this.#file}.new`, Buffer.concat([head, ...frames]))
    await rename(`${this.#file}.new`, this.#file)
  }
}

/** Draws the picture on white, with side length `side` in pixels, rotated a little more in each frame. */
const frameOf = ({ size, at }: Grey, side: number, nth: number): Buffer => {
  const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128)
  const zoom = size / side
  const [cos, sin] = [Math.cos(nth * TURN) * zoom, Math.sin(nth * TURN) * zoom]
  const inside = (place: number) => place >= 0 && place < size
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2]
      const column = Math.floor(dx * cos + dy * sin + size / 2)
      const row = Math.floor(dy * cos - dx * sin + size / 2)
      frame[y * WIDTH + x] = inside(column) && inside(row) ? at(column, row) : 235
    }
  return frame
}
