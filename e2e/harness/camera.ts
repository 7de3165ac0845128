import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'

const [WIDTH, HEIGHT] = [640, 480]
/** The picture is held before something white. */
const SIDE_MAX = 440

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

  /** Uncompressed video of a few equal frames: brightness, and colours that are none. */
  async #look({ size, at }: Grey): Promise<void> {
    const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128).fill(235, 0, WIDTH * HEIGHT)
    // Whole pixels to a module: a camera sees edges where they are.
    const side = size <= SIDE_MAX ? size * Math.floor(SIDE_MAX / size) : SIDE_MAX
    const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)]
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1)
        frame[(top + y) * WIDTH + left + x] = at(Math.floor((x * size) / side), Math.floor((y * size) / side))
    const frames = Array.from({ length: 5 }, () => [Buffer.from('FRAME\n'), frame]).flat()
    const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
    // A new file in its place: a camera that still runs keeps the one that it has opened.
    await writeFile(`${this.#file}.new`, Buffer.concat([head, ...frames]))
    await rename(`${this.#file}.new`, this.#file)
  }
}
