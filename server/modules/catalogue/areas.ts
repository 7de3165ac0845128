import { readFileSync } from 'node:fs'
import type { Locale, Texts } from '#contract/locales.ts'

/** Reads and parses a file of `server/db/seed`; `name` without `.json`. */
export const readSeed = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../db/seed/${name}.json`, import.meta.url), 'utf8')) as T

export interface MetroLine {
  id: string
  name: Texts
  color: string
  stations: { id: string; name: Texts; lat: number; lon: number; transfers: string[] }[]
}

/** Lists that do not change while the server runs. */
export const METRO: readonly MetroLine[] = readSeed<{ lines: MetroLine[] }>('metro').lines
export const DISTRICTS: Readonly<Record<string, Texts>> = readSeed<Record<string, Texts>>('districts')
/** Neighbouring cities in `SGG` that are not districts of Busan. */
const NEIGHBOURING_CITIES = ['gimhae', 'yangsan']
type City = 'busan' | 'gyeongnam'
export const CITIES = readSeed<Record<City, Texts>>('cities')
/** Returns the city (`CTPV`) that a district or neighbouring city (`SGG`) belongs to. */
export const cityOf = (district: string): City => (NEIGHBOURING_CITIES.includes(district) ? 'gyeongnam' : 'busan')

/** Returns true when the district is the area or lies in it (a city); always true without an area. */
export const inArea = (districtCd: string | null, areaCd: string | undefined): boolean =>
  !areaCd || (districtCd !== null && (districtCd === areaCd || cityOf(districtCd) === areaCd))

/** Returns a district's name, or the code of an unknown district. */
export const districtName = (district: string, locale: Locale): string => DISTRICTS[district]?.[locale] ?? district

/** Finds a metro station with its line; null for an unknown id. */
export const stationOf = (id: string | null, locale: Locale) => {
  const line = METRO.find(({ stations }) => stations.some((station) => station.id === id))
  const station = line?.stations.find((one) => one.id === id)
  return line && station
    ? { id: station.id, name: station.name[locale], line: line.name[locale], color: line.color }
    : null
}

/** Returns the id of a pass product's only option. */
export const detailUid = (gdsUid: string): string => `${gdsUid}-std`
