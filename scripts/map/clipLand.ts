import { MAP_BOX, toMap } from '#contract/rules/mapProjection.ts'

/** Cuts the land of the map out of a TopoJSON file of districts. */

export type Pair = readonly [number, number]
type Line = readonly Pair[]

/** What this reads of a TopoJSON file: quantized arcs, and polygons that refer to them (`~n`: arc n backwards). */
export interface Topology {
  transform: { scale: Pair; translate: Pair }
  arcs: Pair[][]
  objects: Record<string, { geometries: { type: string; arcs: number[][] | number[][][] }[] }>
}

/** Map units by which a simplified line may differ from the original. */
const TOLERANCE = 1.6
/** Islands and ponds below this area, in square map units, are left out: 0.4 hectares. */
const AREA_MIN = 160

const decode = ({ transform: { scale, translate }, arcs }: Topology): Line[] =>
  arcs.map((arc) => {
    let [lonSteps, latSteps] = [0, 0]
    return arc.map(([dx, dy]): Pair => {
      lonSteps += dx
      latSteps += dy
      const { x, y } = toMap({ lon: lonSteps * scale[0] + translate[0], lat: latSteps * scale[1] + translate[1] })
      return [x, y]
    })
  })

/** Counts how many polygons use each arc: the coast belongs to one, a border of districts to two. */
const usesOf = (topology: Topology): Map<number, number> => {
  const uses = new Map<number, number>()
  for (const { geometries } of Object.values(topology.objects))
    for (const index of geometries.flatMap(({ arcs }) => (arcs ?? []).flat(2))) {
      const arc = index < 0 ? ~index : index
      uses.set(arc, (uses.get(arc) ?? 0) + 1)
    }
  return uses
}

const keyOf = (point: Pair | undefined): string => (point ?? []).map((each) => each.toFixed(3)).join()

/** Joins lines end to end into closed rings. Lines that close no ring are dropped. */
const ringsOf = (lines: readonly Line[]): Line[] => {
  const ends = new Map<string, Set<Line>>()
  const rest = new Set(lines)
  for (const line of lines)
    for (const key of [keyOf(line[0]), keyOf(line.at(-1))]) ends.set(key, (ends.get(key) ?? new Set()).add(line))
  const rings: Line[] = []
  for (const first of lines) {
    if (!rest.delete(first)) continue
    let ring = [...first]
    while (keyOf(ring[0]) !== keyOf(ring.at(-1))) {
      const end = keyOf(ring.at(-1))
      const next = [...(ends.get(end) ?? [])].find((line) => rest.has(line))
      if (!next) break
      rest.delete(next)
      ring = [...ring, ...(keyOf(next[0]) === end ? next : next.toReversed()).slice(1)]
    }
    if (keyOf(ring[0]) === keyOf(ring.at(-1))) rings.push(ring.slice(1))
  }
  return rings
}

const SIDES = (() => {
  const { x: east, y: south } = toMap({ lat: MAP_BOX.south, lon: MAP_BOX.east })
  return [
    [0, 0, 1],
    [0, east, -1],
    [1, 0, 1],
    [1, south, -1],
  ] as const
})()

const isInside = (point: Pair): boolean => SIDES.every(([axis, limit, sign]) => sign * (point[axis] - limit) >= 0)

/** Clips a ring to the box of the map (Sutherland and Hodgman). */
const clip = (ring: Line): Line =>
  SIDES.reduce<Line>(
    (line, [axis, limit, sign]) =>
      line.flatMap((point, index): Pair[] => {
        const before = line.at(index - 1) ?? point
        const [isIn, wasIn] = [sign * (point[axis] - limit) >= 0, sign * (before[axis] - limit) >= 0]
        const share = (limit - before[axis]) / (point[axis] - before[axis])
        const cut: Pair = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]
        return [...(isIn !== wasIn ? [cut] : []), ...(isIn ? [point] : [])]
      }),
    ring,
  )

const distance = (point: Pair, from: Pair, to: Pair): number => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  if (length === 0) return Math.hypot(point[0] - from[0], point[1] - from[1])
  return Math.abs((point[0] - from[0]) * dy - (point[1] - from[1]) * dx) / length
}

/** Simplifies a line (Douglas and Peucker); its ends stay, so that lines still meet. */
const simplify = (line: Line): Line => {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 3) return line
  let [farthest, most] = [0, TOLERANCE]
  line.forEach((point, index) => {
    const away = distance(point, first, last)
    if (away > most) [farthest, most] = [index, away]
  })
  if (farthest === 0) return [first, last]
  return [...simplify(line.slice(0, farthest + 1)), ...simplify(line.slice(farthest)).slice(1)]
}

const areaOf = (ring: Line): number =>
  Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [beforeX, beforeY] = ring.at(index - 1) ?? [x, y]
      return sum + (beforeX * y - x * beforeY) / 2
    }, 0),
  )

/** Writes lines as the data of an SVG path in whole map units, each point relative to the one before. */
export const pathOf = (lines: readonly Line[], end: '' | 'z'): string =>
  lines
    .map((line) => {
      let [lastX, lastY] = [0, 0]
      const steps = line.flatMap(([x, y], index) => {
        const [dx, dy] = [Math.round(x) - lastX, Math.round(y) - lastY]
        if (index > 0 && dx === 0 && dy === 0) return []
        lastX += dx
        lastY += dy
        return [`${dx}${dy < 0 ? '' : ' '}${dy}`]
      })
      const [start, ...following] = steps
      return following.length === 0 ? '' : `M${start}l${following.join(' ').replaceAll(' -', '-')}${end}`
    })
    .join('')

/** Returns the outline of the land and the borders between districts inside the box of the map, as data of SVG paths. */
export const clipLand = (topology: Topology): { land: string; districts: string } => {
  const uses = usesOf(topology)
  const lines = decode(topology)
  const coast = lines.filter((_, index) => uses.get(index) === 1).map(simplify)
  const borders = lines.filter((line, index) => uses.get(index) === 2 && line.some(isInside))
  return {
    land: pathOf(
      ringsOf(coast)
        .map(clip)
        .filter((ring) => ring.length > 2 && areaOf(ring) > AREA_MIN),
      'z',
    ),
    districts: pathOf(borders.map(simplify), ''),
  }
}
