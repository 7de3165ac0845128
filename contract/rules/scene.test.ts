import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../codes.ts'
import { SCENES, sceneOfAttraction, sceneOfCourse } from './scene.ts'

describe('the scene of an attraction', () => {
  test('every combination of two categories and a setting has a scene, also for an unknown place', () => {
    for (const first of CATEGORIES)
      for (const second of CATEGORIES)
        for (const setting of ['indoor', 'outdoor', 'both', 'mixed', '']) {
          expect(SCENES).toContain(sceneOfAttraction({ id: 'nowhere', categories: [first, second], setting }))
        }
    expect(SCENES).toContain(sceneOfAttraction({ id: '', categories: [], setting: '' }))
  })

  test('the name of an Object.prototype property is not a place', () => {
    expect(sceneOfAttraction({ id: 'constructor', categories: [], setting: 'outdoor' })).toBe('harbour')
    expect(sceneOfCourse('toString', 'surf')).toBe('surf')
  })

  test('the place decides before its category, and the category before the setting', () => {
    expect(sceneOfAttraction({ id: 'busan-tower', categories: ['food_drinks'], setting: 'indoor' })).toBe('tower')
    expect(sceneOfAttraction({ id: 'new', categories: ['indoors', 'food_drinks'], setting: 'indoor' })).toBe('market')
    expect(sceneOfAttraction({ id: 'new', categories: ['culture_history'], setting: 'indoor' })).toBe('museum')
    expect(sceneOfAttraction({ id: 'new', categories: ['culture_history'], setting: 'outdoor' })).toBe('temple')
  })
})

test('a course without a picture of its own has the scene of its cover', () => {
  expect(sceneOfCourse('old-town-harbour', 'gamcheon')).toBe('harbour')
  expect(sceneOfCourse('new', 'gamcheon')).toBe('gamcheon')
})
