import * as z from 'zod/mini'
import { uuid } from './fields.ts'

/**
 * A photo of an attraction or of goods in one language. Its bytes are at `/photos/{photoUid}/{width}.avif` and `.webp`,
 * for each of `widths`, without a token.
 */
export const photo = z.object({
  photoUid: uuid,
  /** What it shows, for people who do not see it. */
  alt: z.string(),
  /** Who took it, as it is shown beside it. */
  credit: z.string(),
  /** Pixels of the largest size. */
  width: z.int(),
  height: z.int(),
  /** Pixels, ascending. */
  widths: z.array(z.int()),
  /** `#rrggbb`, shown until it is loaded. */
  color: z.string(),
})
export type Photo = z.infer<typeof photo>
