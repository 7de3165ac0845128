import { SCENES, type Scene } from './scene.ts'

/** Returns the picture of a promotion without an attraction: always the same of the kit. */
export const sceneOfPromotion = (id: string): Scene =>
  SCENES[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % SCENES.length] ?? 'market'
