import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOnMap, MAP_SIZE, toMap } from '#contract/rules/mapProjection.ts'
import { metresBetween } from '#contract/rules/distance.ts'
import { LAND, LANDMARKS, STATIONS } from '#routes/map/-parts/cityMap.gen.ts'
import { CITY_MAP, cityMap } from '../scripts/cityMap.ts'
import { clipLand, type Topology } from '../scripts/map/clipLand.ts'

/** The base map: written by its script, small, and in the right place. */

interface Doc {
  id: string
  lat: number
  lon: number
}
const { items: attractions } = JSON.parse(readFileSync('server/db/seed/attractions.json', 'utf8')) as { items: Doc[] }

test('the generated base map is what its script writes from the committed sources', async () => {
  expect(readFileSync(CITY_MAP, 'utf8')).toBe(await cityMap())
})

test('the outline of the land has at most 100 kB', () => {
  expect(LAND.length).toBeGreaterThan(5_000)
  expect(LAND.length).toBeLessThan(100_000)
})

test('every attraction is on the map', () => {
  expect(attractions.length).toBeGreaterThan(50)
  expect(attractions.filter((place) => !isOnMap(place)).map(({ id }) => id)).toEqual([])
})

test('a map unit is five metres in both directions, within two thousandths', () => {
  const [west, east] = [
    { lat: 35.1, lon: 128.9 },
    { lat: 35.1, lon: 129.2 },
  ]
  const north = { lat: 35.3, lon: 128.9 }
  for (const [from, to] of [
    [west, east],
    [west, north],
  ] as const) {
    const [a, b] = [toMap(from), toMap(to)]
    const metres = Math.hypot(a.x - b.x, a.y - b.y) * 5
    expect(Math.abs(metres / metresBetween(from, to) - 1)).toBeLessThan(0.002)
  }
})

test('landmarks and stations are inside the map, with a name in each of the five languages', () => {
  for (const [, x, y, ...names] of [...LANDMARKS, ...STATIONS]) {
    expect(x > 0 && x < MAP_SIZE.x && y > 0 && y < MAP_SIZE.y).toBe(true)
    expect(names.filter((name) => name !== '')).toHaveLength(5)
  }
})

test('a transfer station is drawn once', () => {
  expect(STATIONS.filter(([, , , name]) => name === 'Seomyeon')).toHaveLength(1)
})

/** Two districts side by side, 0.1° each, the second one with a bend of a metre in its coast, and a rock of 10 m. */
const DISTRICTS: Topology = {
  transform: { scale: [0.00001, 0.00001], translate: [129, 35.1] },
  arcs: [
    // The border between both.
    [
      [10_000, 0],
      [0, 10_000],
    ],
    // The rest of the first, from the end of the border to its start.
    [
      [10_000, 10_000],
      [-10_000, 0],
      [0, -10_000],
      [10_000, 0],
    ],
    [
      [10_000, 0],
      [5_000, 1],
      [5_000, -1],
      [0, 10_000],
      [-10_000, 0],
    ],
    [
      [30_000, 0],
      [10, 0],
      [0, 10],
      [-10, -10],
    ],
  ],
  objects: {
    districts: {
      geometries: [
        { type: 'Polygon', arcs: [[0, 1]] },
        { type: 'MultiPolygon', arcs: [[[2, ~0]], [[3]]] },
      ],
    },
  },
}

test('districts are joined into one outline, simplified; the border between them is a line, and a rock is left out', () => {
  const { land, districts } = clipLand(DISTRICTS)
  expect(land.match(/M/g)).toHaveLength(1)
  expect(districts.match(/M/g)).toHaveLength(1)
  expect(districts).not.toContain('z')
  // Four corners of the joined rectangle, two ends of the border on it; the bend is below the tolerance.
  expect(land.match(/-?\d+[ -]\d+|-?\d+-\d+/g)).toHaveLength(6)
})
