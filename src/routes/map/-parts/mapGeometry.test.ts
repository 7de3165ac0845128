import { expect, test } from 'vitest'
import { clustersOf } from './clusters.ts'
import { placeLabels, type LabelCandidate } from './labels.ts'
import { readMapSearch } from './mapSearch.ts'
import { fitView, limitView, panView, scaleMin, SCALE_MAX, zoomView } from './mapView.ts'

/** The arithmetic of the map: what is shown, which markers are joined, and which names have room. */

const SIZE = { width: 400, height: 600 }
const VIEW = { x: 7_000, y: 9_000, scale: 0.5 }

test('a map follows the finger, and ends at the edge of the land', () => {
  expect(panView(VIEW, SIZE, 100, -50)).toEqual({ x: 6_800, y: 9_100, scale: 0.5 })
  const corner = panView(VIEW, SIZE, 1e6, 1e6)
  expect([corner.x, corner.y]).toEqual([400, 600])
})

test('a zoom keeps the point under the pointer in its place, between the whole land and the finest coast', () => {
  const [px, py] = [120, -80]
  const before = { x: VIEW.x + px / VIEW.scale, y: VIEW.y + py / VIEW.scale }
  const zoomed = zoomView(VIEW, SIZE, 2, px, py)
  expect(zoomed.scale).toBe(1)
  expect(zoomed.x + px / zoomed.scale).toBeCloseTo(before.x)
  expect(zoomed.y + py / zoomed.scale).toBeCloseTo(before.y)
  expect(zoomView(VIEW, SIZE, 100).scale).toBe(SCALE_MAX)
  expect(zoomView(VIEW, SIZE, 0.001).scale).toBe(scaleMin(SIZE))
})

test('a view that fits points shows all of them above the sheet', () => {
  const points = [
    { x: 6_000, y: 8_000 },
    { x: 7_500, y: 9_500 },
  ]
  const covered = 250
  const view = fitView(points, SIZE, covered)
  for (const { x, y } of points) {
    const [fromLeft, fromTop] = [
      (x - view.x) * view.scale + SIZE.width / 2,
      (y - view.y) * view.scale + SIZE.height / 2,
    ]
    expect(fromLeft).toBeGreaterThan(0)
    expect(fromLeft).toBeLessThan(SIZE.width)
    expect(fromTop).toBeGreaterThan(0)
    expect(fromTop).toBeLessThan(SIZE.height - covered)
  }
  expect(limitView(view, SIZE)).toEqual(view)
})

const places = [
  { key: 'a', x: 1_000, y: 1_000 },
  { key: 'b', x: 1_020, y: 1_000 },
  { key: 'c', x: 1_200, y: 1_000 },
]

test('places are joined while their markers would overlap, and each place is in one cluster', () => {
  const keys = (scale: number, alone?: string) =>
    clustersOf(places, scale, alone).map((cluster) => cluster.places.map(({ key }) => key))
  expect(keys(0.1)).toEqual([['a', 'b', 'c']])
  expect(keys(1)).toEqual([['a', 'b'], ['c']])
  expect(keys(3)).toEqual([['a'], ['b'], ['c']])
  expect(keys(0.1, 'b')).toEqual([['a', 'c'], ['b']])
  expect(clustersOf(places, 1)[0]).toMatchObject({ key: 'a', x: 1_010, y: 1_000 })
})

const label = (key: string, x: number, y: number, name = 'Haeundae'): LabelCandidate => ({
  key,
  x,
  y,
  name,
  nameKo: '해운대',
  kind: 'place',
  below: 4,
})

test('a name without room is left out, and the first one wins', () => {
  const names = (labels: LabelCandidate[], scale: number) => placeLabels(labels, [], scale).map(({ key }) => key)
  const [one, two] = [label('one', 1_000, 1_000), label('two', 1_040, 1_000)]
  expect(names([one, two], 0.5)).toEqual(['one'])
  expect(names([two, one], 0.5)).toEqual(['two'])
  expect(names([one, two], 3)).toEqual(['one', 'two'])
})

test('a name covers no marker, and an East Asian name takes the room of its square letters', () => {
  const marker = { x: 1_000, y: 1_012, radius: 10 }
  expect(placeLabels([label('one', 1_000, 1_000)], [marker], 1)).toEqual([])
  const wide = { ...label('wide', 1_000, 1_000, '海雲台海水浴場'), nameKo: null }
  const beside = label('beside', 1_060, 1_000, 'Sea')
  expect(placeLabels([wide, beside], [], 1)).toHaveLength(1)
  expect(placeLabels([{ ...wide, name: 'Sea' }, beside], [], 1)).toHaveLength(2)
})

test('the address of the map drops what is invalid and keeps filters and place', () => {
  expect(readMapSearch({})).toEqual({})
  expect(readMapSearch({ group: 'C', open: 'yes', place: 7, category: 'caves', q: 'x', page: 3 })).toEqual({})
  expect(readMapSearch({ place: 'x'.repeat(81) })).toEqual({})
  const search = { group: 'A', free: true, open: true, category: 'indoors', place: 'busan-tower' }
  expect(readMapSearch(search)).toEqual(search)
})
