/** The shortest way by metro: fewest transfers, then fewest stops (spec 1.13). */

export interface MetroStation {
  id: string
  /** Ids of stations of other lines that are the same place. */
  transfers: readonly string[]
}
export interface MetroLine<T extends MetroStation = MetroStation> {
  id: string
  /** In the order of the line. */
  stations: readonly T[]
}

/** One ride without a transfer. `stations` has both ends and what lies between; `towards` is the end of the line. */
export interface MetroLeg<L, T> {
  line: L
  stations: T[]
  towards: T
}

interface Node<L, T> {
  line: L
  station: T
  index: number
}
interface Cost {
  transfers: number
  stops: number
}
const isLess = (a: Cost, b: Cost): boolean =>
  a.transfers < b.transfers || (a.transfers === b.transfers && a.stops < b.stops)

/**
 * Returns the rides from one station to another; empty for the same place, null for unknown stations and for stations
 * that no line joins. A transfer station counts as one place on all its lines. Ties go to the line that is listed first.
 */
export const metroRoute = <T extends MetroStation, L extends MetroLine<T>>(
  lines: readonly (L & MetroLine<T>)[],
  from: string,
  to: string,
): MetroLeg<L, T>[] | null => {
  const nodes = new Map<string, Node<L, T>>()
  for (const line of lines) line.stations.forEach((station, index) => nodes.set(station.id, { line, station, index }))
  const start = nodes.get(from)
  const end = nodes.get(to)
  if (!start || !end) return null
  const sameAs = ({ station }: Node<L, T>) => [station.id, ...station.transfers]
  const targets = new Set(sameAs(end))

  const costs = new Map<string, Cost>(sameAs(start).map((id) => [id, { transfers: 0, stops: 0 }]))
  const before = new Map<string, string>()
  const open = new Set(costs.keys())
  const takeCheapest = (): string | undefined => {
    let best: string | undefined
    for (const id of open) if (best === undefined || isLess(costs.get(id) as Cost, costs.get(best) as Cost)) best = id
    if (best !== undefined) open.delete(best)
    return best
  }
  let reached = takeCheapest()
  while (reached !== undefined && !targets.has(reached)) {
    const id = reached
    const node = nodes.get(id)
    const { transfers, stops } = costs.get(id) as Cost
    const visit = (next: string | undefined, cost: Cost) => {
      if (next === undefined || !nodes.has(next)) return
      const previousCost = costs.get(next)
      if (previousCost && !isLess(cost, previousCost)) return
      costs.set(next, cost)
      before.set(next, id)
      open.add(next)
    }
    if (node) {
      for (const step of [-1, 1]) {
        visit(node.line.stations[node.index + step]?.id, { transfers, stops: stops + 1 })
      }
      for (const transfer of node.station.transfers) visit(transfer, { transfers: transfers + 1, stops })
    }
    reached = takeCheapest()
  }
  if (reached === undefined) return null

  const path: Node<L, T>[] = []
  for (let id: string | undefined = reached; id !== undefined; id = before.get(id)) {
    const node = nodes.get(id)
    if (node) path.unshift(node)
  }
  return legsOf(path)
}

/** Cuts a path into rides, one for each line in turn. */
const legsOf = <T extends MetroStation, L extends MetroLine<T>>(path: readonly Node<L, T>[]): MetroLeg<L, T>[] => {
  const rides: Node<L, T>[][] = []
  for (const node of path) {
    const ride = rides.at(-1)
    if (ride?.[0]?.line === node.line) ride.push(node)
    else rides.push([node])
  }
  return rides.flatMap((ride): MetroLeg<L, T>[] => {
    const [first, second] = ride
    if (!first || !second) return []
    const towards = second.index > first.index ? first.line.stations.at(-1) : first.line.stations[0]
    return [{ line: first.line, stations: ride.map(({ station }) => station), towards: towards ?? second.station }]
  })
}
