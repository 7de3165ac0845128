import type { Scene } from '#contract/rules/scene.ts'

/** A section of the 400 × 300 sheet: x, y, width, height. */
export type Box = readonly [number, number, number, number]

export const SHEET: Box = [0, 0, 400, 300]

/** A porthole shows only the subject: a square of about 200 units around it. */
const PORTHOLES: Readonly<Record<Scene, Box>> = {
  gwangan: [90, 32, 220, 220],
  harbour: [60, 84, 190, 190],
  capsule: [38, 24, 200, 200],
  beachtrain: [50, 116, 160, 160],
  cablecar: [70, 66, 160, 160],
  tower: [100, 10, 200, 200],
  luge: [120, 132, 150, 150],
  aquarium: [80, 30, 190, 190],
  hotspring: [110, 96, 180, 180],
  yacht: [86, 44, 220, 220],
  temple: [128, 44, 200, 200],
  gamcheon: [100, 60, 200, 200],
  market: [34, 80, 170, 170],
  museum: [110, 66, 240, 240],
  film: [56, 84, 204, 204],
  forest: [106, 100, 200, 200],
  skydeck: [110, 14, 190, 190],
  surf: [80, 80, 200, 200],
}

/** Places whose subject is not in the middle of their own picture. */
const PLACE_PORTHOLES: Readonly<Record<string, Box>> = {
  ...PORTHOLES,
  'gwangalli-drone-show': [70, 4, 250, 250],
  'gwangalli-sup': [130, 64, 230, 230],
  'running-man-busan': [136, 40, 220, 220],
}

/** The middle of the sheet, where the picture of a place has its subject. */
const MIDDLE: Box = [76, 40, 250, 250]

/** Returns the section of a scene, or of a place's own picture, that its porthole shows. */
export const portholeOf = (name: string): Box => PLACE_PORTHOLES[name] ?? MIDDLE
