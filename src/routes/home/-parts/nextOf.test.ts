import { expect, test } from 'vitest'
import type { Scene } from '#contract/rules/scene.ts'
import type { PlaceAnswer } from '../../-shared/attraction/sortPlaces.ts'
import { nextOf } from './nextOf.ts'

const at = (gdsUid: string, from: number, scene: Scene) =>
  ({ place: { gdsUid, scene }, group: 'A', answer: { kind: 'later', from } }) as unknown as PlaceAnswer
const ids = (list: readonly PlaceAnswer[]) => list.map(({ place }) => place.gdsUid)

test('the next places keep the order of their times, whatever their pictures', () => {
  const list = [at('spa', 6, 'hotspring'), at('baths', 7, 'hotspring'), at('tower', 8, 'tower')]
  expect(ids(nextOf(list, 2))).toEqual(['spa', 'baths'])
})

test('of places with the same time those with different pictures come first', () => {
  const list = [
    at('spa', 6, 'hotspring'),
    at('baths', 6, 'hotspring'),
    at('tower', 6, 'tower'),
    at('sea', 9, 'aquarium'),
  ]
  expect(ids(nextOf(list, 3))).toEqual(['spa', 'tower', 'baths'])
  expect(ids(nextOf(list.slice(0, 1), 3))).toEqual(['spa'])
})
