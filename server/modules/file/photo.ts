import sharp from 'sharp'
import { FILE_MAX_PIXELS, PHOTO_RATIO_MAX, PHOTO_WIDTHS } from '#contract/limits.ts'
import { PHOTO_FORMATS, type PhotoFormat } from '#contract/rules/photo.ts'
import { createConcurrencyLimit } from '#server/concurrencyLimit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { withDecoder, type Picture } from './picture.ts'

/** One size of a photo in one format. */
export interface PhotoSize extends Picture {
  format: PhotoFormat
}

/** A photo in all sizes and formats. */
export interface EncodedPhoto {
  /** Pixels of the largest size. */
  width: number
  height: number
  /** Average colour, `#rrggbb`. */
  color: string
  sizes: PhotoSize[]
}

/** Time limits of one step: only crafted pictures and machines under heavy load take longer. */
const DECODE_SECONDS = 20
const ENCODE_SECONDS = 60
/** AVIF needs a lower number than WebP for the same look. */
const QUALITY: Record<PhotoFormat, number> = { avif: 55, webp: 78 }
const WIDTH_MIN = PHOTO_WIDTHS[0]
const WIDTH_MAX = Math.max(...PHOTO_WIDTHS)

const colorOf = (red: number, green: number, blue: number): string =>
  `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`

/** Throws `E_INPUT` for a photo that would be blurred or cut to a strip. */
const checkShape = (width: number, height: number): void => {
  const refuse = (reason: string) => new Refusal('E_INPUT', { fields: [{ field: 'file', reason }] })
  if (width < WIDTH_MIN) throw refuse('narrow')
  if (Math.max(width, height) > PHOTO_RATIO_MAX * Math.min(width, height)) throw refuse('ratio')
}

/** Encoding takes seconds: one photo at a time, and without a decoder, for which uploads of members wait. */
const encoding = createConcurrencyLimit({ concurrency: 1, waitingMax: 8, retryAfter: 10 })

/**
 * Decodes an upload once and encodes it in all sizes and formats: upright, in sRGB, on white where it is transparent,
 * without EXIF (which may hold the place of the camera) or other metadata, never enlarged. Throws what `withDecoder`
 * throws, and `E_INPUT` for the field `file`: `narrow` below the least of `PHOTO_WIDTHS`, `ratio` beyond
 * `PHOTO_RATIO_MAX`.
 */
export const encodePhoto = async (upload: Uint8Array): Promise<EncodedPhoto> => {
  const { data, info: base } = await withDecoder(upload, (bytes) =>
    sharp(bytes, { failOn: 'error', limitInputPixels: FILE_MAX_PIXELS })
      .timeout({ seconds: DECODE_SECONDS })
      .rotate()
      .resize({ width: WIDTH_MAX, withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height, channels } = base
  checkShape(width, height)
  const open = () => sharp(data, { raw: { width, height, channels } })
  return encoding(async () => {
    const [red = 0, green = red, blue = red] = await open().resize(1, 1).removeAlpha().raw().toBuffer()
    const sizes: PhotoSize[] = []
    for (const each of [...PHOTO_WIDTHS.filter((one) => one < width), width])
      for (const format of PHOTO_FORMATS) {
        const encoded = await open()
          .timeout({ seconds: ENCODE_SECONDS })
          .resize({ width: each })
          .toFormat(format, { quality: QUALITY[format] })
          .toBuffer({ resolveWithObject: true })
        sizes.push({ format, bytes: encoded.data, width: encoded.info.width, height: encoded.info.height })
      }
    return { width, height, color: colorOf(red, green, blue), sizes }
  })
}
