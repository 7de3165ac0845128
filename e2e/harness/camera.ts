import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'

const [WIDTH, HEIGHT] = [640, 480]
/**
 * How large the picture is in each frame. No hand is still: the scanner’s library does not read every code in every
 * frame, and would never read one of which all frames are equal.
 */
const SIDES = [440, 424, 408, 432, 416]
/** In radians. */
const TURN = 0.03

/** Brightness of a picture, row by row. */
interface Grey {
  size: number
  at: (x: number, y: number) => number
}

/**
 * A camera that looks at a picture: the file that Chromium takes its frames from. What it looks at may change while the
 * camera is off; it is read anew each time a page starts it.
 */
export class Camera {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<Camera> {
    const camera = new Camera(await mkdtemp(join(tmpdir(), 'harbor-pass-camera-')))
    await camera.#look({ size: 1, at: () => 128 })
    return camera
  }

  /** For the browser that it belongs to. */
  get args(): string[] {
    return [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${this.#file}`,
    ]
  }

  /** A photograph of a screen. */
  async lookAt(png: Buffer): Promise<void> {
    const { data, width, height } = PNG.sync.read(png)
    const size = Math.max(width, height)
    await this.#look({ size, at: (x, y) => (x < width && y < height ? (data[(y * width + x) * 4] ?? 255) : 255) })
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }

  get #file(): string {
    return join(this.#folder, 'camera.y4m')
  }

  /** Uncompressed video of a few frames: brightness, and colours that are none. */
  async #look(grey: Grey): Promise<void> {
    const frames = SIDES.flatMap((side, nth) => [Buffer.from('FRAME\n'), frameOf(grey, side, nth)])
    const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
    // A new file in its place: a camera that still runs keeps the one that it has opened.
    await writeFile(`${this.#file}.new`, Buffer.concat([head, ...frames]))
    await rename(`${this.#file}.new`, this.#file)
  }
}

/** The picture before something white, `side` pixels large and turned a little more with each frame. */
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
