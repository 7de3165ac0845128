import { readFile, writeFile } from 'node:fs/promises'
import { LOCALES, type Texts } from '#contract/locales.ts'
import { toMap } from '#contract/rules/mapProjection.ts'
import { clipLand, pathOf, type Pair, type Topology } from './map/clipLand.ts'

/**
 * Writes `src/routes/map/-parts/cityMap.gen.ts`, the base map, from the land, our landmarks and the metro's lines:
 *
 *     node scripts/cityMap.ts [skorea-municipalities-2018-topo.json]
 *
 * With a TopoJSON file of districts it first cuts the land out of it into `scripts/map/land.json`; `docs/credits.md`
 * says where the file is from. It need not be at hand to add a landmark.
 */

const file = (path: string): string => `${import.meta.dirname}/${path}`
const LAND = file('map/land.json')
export const CITY_MAP = file('../src/routes/map/-parts/cityMap.gen.ts')

interface Landmarks {
  features: {
    properties: { id: string; kind: string; name: Texts }
    geometry: { type: 'Point'; coordinates: Pair } | { type: 'LineString'; coordinates: Pair[] }
  }[]
}
interface Metro {
  lines: {
    id: string
    color: string
    stations: { id: string; name: Texts; lat: number; lon: number; transfers: string[] }[]
  }[]
}

const read = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T
const point = ([lon, lat]: Pair): Pair => {
  const { x, y } = toMap({ lat, lon })
  return [Math.round(x), Math.round(y)]
}
const middleOf = (line: readonly Pair[]): Pair => point(line[Math.floor(line.length / 2)] ?? [0, 0])
/** Names in the order of `LOCALES`. */
const namesOf = (name: Texts): string[] => LOCALES.map((locale) => name[locale])

const write = (name: string, comment: string, type: string, value: unknown): string =>
  `/** ${comment} */\nexport const ${name}: ${type} = ${JSON.stringify(value)}\n`

/** Returns the text of the generated module. */
export const cityMap = async (): Promise<string> => {
  const { land, districts } = await read<{ land: string; districts: string }>(LAND)
  const { features } = await read<Landmarks>(file('map/landmarks.json'))
  const { lines } = await read<Metro>(file('../server/db/seed/metro.json'))
  const ways = features.flatMap(({ properties: { kind }, geometry }) =>
    geometry.type === 'LineString' ? [[kind, pathOf([geometry.coordinates.map(point)], '')]] : [],
  )
  const landmarks = features.map(({ properties: { kind, name }, geometry }) => [
    kind,
    ...(geometry.type === 'Point' ? point(geometry.coordinates) : middleOf(geometry.coordinates)),
    ...namesOf(name),
  ])
  const metro = lines.map(({ color, stations }) => [
    color,
    pathOf([stations.map(({ lat, lon }) => point([lon, lat]))], ''),
  ])
  // A transfer station is one place on the map, though it is in the data once for each of its lines.
  const drawnIds = new Set<string>()
  const stations = lines.flatMap(({ stations: ofLine }) =>
    ofLine.flatMap(({ id, name, lat, lon, transfers }) => {
      if (transfers.some((each) => drawnIds.has(each))) return []
      drawnIds.add(id)
      return [[transfers.length > 0 ? 1 : 0, ...point([lon, lat]), ...namesOf(name)]]
    }),
  )
  return [
    `// Written by scripts/cityMap.ts. Coordinates are map units (contract/rules/mapProjection.ts).\n`,
    `/** A name on the map: kind, x, y, and the name in the order of \`LOCALES\`. */\nexport type NamedPoint = readonly [kind: string | number, x: number, y: number, ...names: string[]]\n`,
    write('LAND', 'The outline of the land.', 'string', land),
    write('DISTRICTS', 'The borders between districts.', 'string', districts),
    write(
      'WAYS',
      'Bridges, rivers, the coastal railway and the cable car: kind and path.',
      'readonly (readonly [string, string])[]',
      ways,
    ),
    write('METRO', 'The lines of the metro: colour and path.', 'readonly (readonly [string, string])[]', metro),
    write('LANDMARKS', 'Landmarks by their kind.', 'readonly NamedPoint[]', landmarks),
    write('STATIONS', 'Stations of the metro; kind 1 is a transfer station.', 'readonly NamedPoint[]', stations),
  ].join('\n')
}

if (import.meta.main) {
  const [source] = process.argv.slice(2)
  if (source !== undefined)
    await writeFile(LAND, `${JSON.stringify(clipLand(await read<Topology>(source)), null, 1)}\n`)
  await writeFile(CITY_MAP, await cityMap())
}
