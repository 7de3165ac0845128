/** Formats in which each photo of a record is served, the one that browsers should prefer first. */
export const PHOTO_FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

/** Beginning of the addresses of photos. */
export const PHOTOS = '/photos/'

/** Returns the address of a photo in one width (px) and format. What it names never changes. */
export const photoAddress = (photoUid: string, width: number, format: PhotoFormat): string =>
  `${PHOTOS}${photoUid}/${width}.${format}`

/** Returns the `srcset` of a photo in one format. */
export const photoSet = ({ photoUid, widths }: { photoUid: string; widths: readonly number[] }, format: PhotoFormat) =>
  widths.map((width) => `${photoAddress(photoUid, width, format)} ${width}w`).join(', ')
