import sharp, { type Metadata } from 'sharp'
import { FILE_TYPES } from '#contract/calls/file.ts'
import { FILE_EDGE_PX, FILE_MAX_DECODED_BYTES, FILE_MAX_INTERLACED_BYTES, FILE_MAX_PIXELS } from '#contract/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { createConcurrencyLimit } from '#server/concurrencyLimit.ts'

/** Concurrent decoders: each may hold a large picture in memory. */
const DECODERS_MAX = 2
const WAITING_MAX = 16
/** Time limit of decoding; only a crafted picture takes longer. */
const SECONDS_MAX = 5

// Uploads do not repeat, so a cache would only hold memory; one thread per decoder leaves processors to requests.
sharp.cache(false)
sharp.concurrency(1)

/** A stored picture: always WebP. Re-encoded as PNG, a noisy upload of 5 MB could grow to 15 MB. */
export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

const inTurn = createConcurrencyLimit({ concurrency: DECODERS_MAX, waitingMax: WAITING_MAX, retryAfter: 2 })

type Taken = (typeof FILE_TYPES)[number]

const START: [type: Taken, is: (bytes: Uint8Array) => boolean][] = [
  ['image/png', (bytes) => latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => latin(bytes, 0, 3) === '\xff\xd8\xff'],
  ['image/webp', (bytes) => latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP'],
]
const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** Returns the type by the first bytes, null unless PNG, JPEG or WebP: no other decoder is ever reached. */
export const typeOf = (bytes: Uint8Array): Taken | null => START.find(([, is]) => is(bytes))?.[0] ?? null

/** Bytes per channel of a pixel, by sharp's `depth`; an unknown depth counts as `SAMPLE_BYTES_MAX`. */
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 }
const SAMPLE_BYTES_MAX = 8
const CHANNELS_MAX = 4

/** Returns true when decoding would take more memory or time than any camera's picture does. */
export const isTooLarge = ({
  width,
  height,
  channels = CHANNELS_MAX,
  depth,
  format,
  isProgressive,
}: Partial<Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'format' | 'isProgressive'>>): boolean => {
  const pixels = (width ?? Infinity) * (height ?? Infinity)
  const bytes = pixels * channels * (SAMPLE_BYTES[depth ?? ''] ?? SAMPLE_BYTES_MAX)
  const isInterlaced = format === 'png' && isProgressive !== false
  return pixels > FILE_MAX_PIXELS || bytes > (isInterlaced ? FILE_MAX_INTERLACED_BYTES : FILE_MAX_DECODED_BYTES)
}

const QUALITY = 85

/**
 * Runs `work`, which decodes an upload, when a decoder is free. Throws `E_FILE_TYPE`; `E_FILE_PIXELS`; `E_FILE_BROKEN`
 * for anything that `work` throws other than a refusal; `E_BUSY` while too many pictures wait.
 */
export const withDecoder = async <T>(upload: Uint8Array, work: (bytes: Buffer) => Promise<T>): Promise<T> => {
  if (!typeOf(upload)) throw new Refusal('E_FILE_TYPE')
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)
  return inTurn(async () => {
    try {
      if (isTooLarge(await sharp(bytes, { limitInputPixels: false }).metadata())) throw new Refusal('E_FILE_PIXELS')
      return await work(bytes)
    } catch (error) {
      if (error instanceof Refusal) throw error
      // The message of libvips does not help the person who uploaded the picture.
      throw new Refusal('E_FILE_BROKEN')
    }
  })
}

/**
 * Decodes an upload and re-encodes it as WebP: upright, without EXIF or other metadata, the longer edge at most
 * `FILE_EDGE_PX`. Throws `E_FILE_TYPE`; `E_FILE_PIXELS`; `E_FILE_BROKEN`, also when decoding takes longer than 5 s;
 * `E_BUSY` while too many pictures wait.
 */
export const rewrite = (upload: Uint8Array): Promise<Picture> =>
  withDecoder(upload, async (bytes) => {
    const { data, info: size } = await sharp(bytes, { failOn: 'error', limitInputPixels: FILE_MAX_PIXELS })
      .timeout({ seconds: SECONDS_MAX })
      .rotate()
      .resize({ width: FILE_EDGE_PX, height: FILE_EDGE_PX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: size.width, height: size.height }
  })
