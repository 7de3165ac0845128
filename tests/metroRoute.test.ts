import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metroRoute } from '#contract/rules/metroRoute.ts'

interface Station {
  id: string
  transfers: string[]
}
const { lines } = JSON.parse(readFileSync('server/db/seed/metro.json', 'utf8')) as {
  lines: { id: string; stations: Station[] }[]
}
const stations = lines.flatMap((line) => line.stations)
const size = stations.length
const indexes = new Map(stations.map(({ id }, index) => [id, index]))
const TRANSFER = 10_000

const indexOf = (id: string): number => {
  const index = indexes.get(id)
  if (index === undefined) throw new Error(`${id} is unknown`)
  return index
}
const isSame = (a: Station, b: Station) => a.id === b.id || a.transfers.includes(b.id)

/** Costs of all pairs by Floyd and Warshall, without the rule: transfers times 10,000, plus stops. */
const bruteForce = (): ((a: string, b: string) => number) => {
  const cost = new Float64Array(size * size).fill(Number.POSITIVE_INFINITY)
  const read = (i: number, j: number): number => cost[i * size + j] ?? Number.POSITIVE_INFINITY
  const join = (a: string, b: string, price: number) => {
    cost[indexOf(a) * size + indexOf(b)] = price
    cost[indexOf(b) * size + indexOf(a)] = price
  }
  for (const { id } of stations) join(id, id, 0)
  for (const line of lines) {
    let previous: Station | undefined
    for (const station of line.stations) {
      if (previous) join(previous.id, station.id, 1)
      previous = station
    }
  }
  for (const { id, transfers } of stations) for (const transfer of transfers) join(id, transfer, TRANSFER)
  for (let via = 0; via < size; via += 1) {
    for (let i = 0; i < size; i += 1) {
      for (let j = 0; j < size; j += 1) {
        const detour = read(i, via) + read(via, j)
        if (detour < read(i, j)) cost[i * size + j] = detour
      }
    }
  }
  return (a, b) => read(indexOf(a), indexOf(b))
}

test('the way between every pair of stations has the fewest transfers, then the fewest stops', () => {
  const cost = bruteForce()
  const places = ({ id, transfers }: Station) => [id, ...transfers]
  const wrong: string[] = []
  for (const from of stations) {
    for (const to of stations) {
      const best = Math.min(...places(from).flatMap((a) => places(to).map((b) => cost(a, b))))
      const legs = metroRoute(lines, from.id, to.id)
      const stops = legs?.reduce((sum, leg) => sum + leg.stations.length - 1, 0) ?? Number.NaN
      const transfers = Math.max(0, (legs?.length ?? Number.NaN) - 1)
      if (transfers * TRANSFER + stops !== best) wrong.push(`${from.id} → ${to.id}`)
    }
  }
  expect(size).toBeGreaterThan(150)
  expect(wrong).toEqual([])
})

test('each ride stays on its line, joins the next at one place, and ends where the visitor wants to go', () => {
  const wrong: string[] = []
  for (const from of stations) {
    for (const to of stations) {
      let reached = from
      for (const { line, stations: ride, towards } of metroRoute(lines, from.id, to.id) ?? []) {
        const [first = from] = ride
        const places = ride.map((station) => line.stations.indexOf(station))
        const steps = new Set(places.slice(1).map((place, index) => place - (places[index] ?? Number.NaN)))
        const [step] = steps
        const isRide = steps.size === 1 && (step === 1 || step === -1)
        const terminus = step === 1 ? line.stations.at(-1) : line.stations[0]
        if (!isRide || towards !== terminus || !isSame(reached, first)) wrong.push(`${from.id} → ${to.id}`)
        reached = ride.at(-1) ?? from
      }
      if (!isSame(reached, to)) wrong.push(`${from.id} → ${to.id}`)
    }
  }
  expect(wrong).toEqual([])
})

test('an unknown station has no way, and the same place on two lines needs none', () => {
  expect(metroRoute(lines, '119', 'nowhere')).toBeNull()
  expect(metroRoute(lines, '119', '219')).toEqual([])
})
