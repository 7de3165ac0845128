import { PASS_TYPES, type PassType } from '../codes.ts'
import { PLACE_SCENES, placeFileOf } from './placeScenes.ts'
import { SCENES, type Scene } from './scene.ts'

/** Pictures of link previews (Open Graph): the build draws them, and the server names them in the head of a page. */

/** The picture of every page without one of its own. */
export const PRODUCT_PICTURE = 'harbor-pass'

/** Size of each picture in pixels: the ratio that chats and social networks show uncropped. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630

/** Returns the name of the picture of a pass. */
export const pictureOfPass = (passType: PassType): string => `pass-${passType.toLowerCase()}`

/** Returns the name of the picture of an attraction: its own drawing, else its scene. */
export const pictureOfPlace = (gdsUid: string, scene: Scene): string => (placeFileOf(gdsUid) > 0 ? gdsUid : scene)

/** The names of all pictures. */
export const PREVIEW_PICTURES: readonly string[] = [
  PRODUCT_PICTURE,
  ...PASS_TYPES.map(pictureOfPass),
  ...SCENES,
  ...PLACE_SCENES.flat(),
]

/** Returns the address of a picture. */
export const pictureAddress = (name: string): string => `/previews/${name}.png`
