import { LOCALES, type Locale } from '#contract/locales.ts'
import { LANDMARKS, STATIONS, type NamedPoint } from './cityMap.gen.ts'
import type { Cluster } from './clusters.ts'
import { placeLabels, type LabelCandidate } from './labels.ts'
import type { MapPlace } from './mapPlaces.ts'

/** Scale, in pixels of a map unit, from which names of a kind are on the map. */
const LANDMARKS_FROM: Record<string, number> = {
  river: 0.06,
  hub: 0.07,
  mountain: 0.07,
  beach: 0.09,
  park: 0.14,
  bridge: 0.18,
  scenic_rail: 0.4,
  cable_car: 0.4,
}
const TRANSFERS_FROM = 0.2
const STATIONS_FROM = 0.4
const PLACES_FROM = 0.12
/** Half the size of a marker in pixels. */
const MARKER_RADIUS = 17
const POINT_RADIUS = 4

const named = (
  prefix: string,
  kind: string,
  [, x, y, ...names]: NamedPoint,
  locale: Locale,
  below: number,
): LabelCandidate => {
  const [name = '', nameKo = ''] = [names[LOCALES.indexOf(locale)], names[LOCALES.indexOf('ko')]]
  return { key: `${prefix}${x},${y}`, kind, x, y, name, nameKo: name === nameKo ? null : nameKo, below }
}

/** Kinds that are an area or a line: their name stands at the point, without a dot. */
const hasNoDot = (kind: string | number): boolean => kind === 'river' || kind === 'mountain' || kind === 'bridge'

/** Returns the names that stand on the map at `scale`: the selected place, places, landmarks, stations, in this order. */
export const mapLabels = (
  clusters: readonly Cluster<MapPlace>[],
  selected: string | undefined,
  scale: number,
  locale: Locale,
): LabelCandidate[] => {
  const places = clusters
    .flatMap(({ places: [first, second], x, y }) =>
      first && !second && (scale >= PLACES_FROM || first.key === selected) ? [{ ...first, x, y }] : [],
    )
    .toSorted((a, b) => Number(b.key === selected) - Number(a.key === selected))
    .map(({ key, x, y, place: { name, shortName, nameKo = name } }): LabelCandidate => ({
      key,
      kind: key === selected ? 'selected' : 'place',
      x,
      y,
      name: shortName ?? name,
      nameKo: nameKo === name ? null : nameKo,
      below: key === selected ? MARKER_RADIUS + 8 : MARKER_RADIUS,
    }))
  const landmarks = LANDMARKS.filter(([kind]) => scale >= (LANDMARKS_FROM[kind] ?? 1)).map((each) => {
    const [kind] = each
    const label = kind === 'river' || kind === 'mountain' || kind === 'beach' ? kind : 'landmark'
    return named('l', label, each, locale, hasNoDot(kind) ? 0 : POINT_RADIUS)
  })
  const stations = STATIONS.filter(([kind]) => scale >= (kind === 1 ? TRANSFERS_FROM : STATIONS_FROM)).map((each) =>
    named('s', 'station', each, locale, POINT_RADIUS),
  )
  const obstacles = clusters.map(({ x, y }) => ({ x, y, radius: MARKER_RADIUS - 3 }))
  return placeLabels([...places, ...landmarks, ...stations], obstacles, scale)
}
