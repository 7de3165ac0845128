import type { Scene } from '#contract/rules/scene.ts'
import { timeOf, type PlaceAnswer } from '../../-shared/attraction/sortPlaces.ts'

/**
 * Returns the first `count` of the sorted places. Of those with the same time it takes one whose scene is not among
 * them yet, so that the cards look different where their order allows it.
 */
export const nextOf = (sorted: readonly PlaceAnswer[], count: number): PlaceAnswer[] => {
  const scenes = new Set<Scene>()
  const rest = [...sorted]
  return Array.from({ length: Math.min(count, rest.length) }).flatMap(() => {
    const [first] = rest
    if (!first) return []
    const unlike = rest.find((one) => timeOf(one) === timeOf(first) && !scenes.has(one.place.scene)) ?? first
    scenes.add(unlike.place.scene)
    rest.splice(rest.indexOf(unlike), 1)
    return [unlike]
  })
}
