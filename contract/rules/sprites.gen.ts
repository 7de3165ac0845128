// Written by scripts/art/buildSprite.ts.
/** The sprite of all scenes and prints. */
export const SPRITE = '/art/scenes-ed0fb3f9.svg'
/** The pictures of places, one file for each group of `PLACE_SCENES`. */
export const PLACE_SPRITES: readonly string[] = [
  '/art/places-1-6c95823f.svg',
  '/art/places-2-66deb7d6.svg',
  '/art/places-3-2a22d3dc.svg',
  '/art/places-4-c64d8d3c.svg',
  '/art/places-5-107e2e6f.svg',
  '/art/places-6-bbe1cd74.svg',
  '/art/places-7-ebc45a13.svg',
  '/art/places-8-2b3a1b61.svg',
]
