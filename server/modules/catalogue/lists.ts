import { readFileSync } from 'node:fs'
import type { Locale, Texts } from '#contract/locales.ts'

/** One file of the seed. */
export const readSeed = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../db/seed/${name}.json`, import.meta.url), 'utf8')) as T

export interface MetroLine {
  id: string
  name: Texts
  color: string
  stations: { id: string; name: Texts; lat: number; lon: number; transfers: string[] }[]
}

/** Small lists that never change while the server runs. */
export const METRO: readonly MetroLine[] = readSeed<{ lines: MetroLine[] }>('metro').lines
export const DISTRICTS: Readonly<Record<string, Texts>> = readSeed<Record<string, Texts>>('districts')
/** Gimhae and Yangsan are neighbours of the city, not districts of it. */
const BEYOND = ['gimhae', 'yangsan']
export const CITIES = {
  busan: { en: 'Busan', ko: '부산', chs: '釜山', cht: '釜山', jp: '釜山' },
  gyeongnam: { en: 'Gyeongsangnam-do', ko: '경상남도', chs: '庆尚南道', cht: '慶尚南道', jp: '慶尚南道' },
} as const satisfies Record<string, Texts>
export const cityOf = (district: string): keyof typeof CITIES => (BEYOND.includes(district) ? 'gyeongnam' : 'busan')

/** Is a district in this area: the district itself, or the city that it belongs to? No area holds everything. */
export const inArea = (districtCd: string | null, areaCd: string | undefined): boolean =>
  !areaCd || (districtCd !== null && (districtCd === areaCd || cityOf(districtCd) === areaCd))

/** A district's name; the code itself for one that is not listed. */
export const districtName = (district: string, locale: Locale): string => DISTRICTS[district]?.[locale] ?? district

/** A station with its line; null for an id that is on no line. */
export const stationOf = (id: string | null, locale: Locale) => {
  const line = METRO.find(({ stations }) => stations.some((station) => station.id === id))
  const station = line?.stations.find((one) => one.id === id)
  return line && station
    ? { id: station.id, name: station.name[locale], line: line.name[locale], color: line.color }
    : null
}

/** The option of a pass that is bought: each product has one. */
export const detailUid = (gdsUid: string): string => `${gdsUid}-std`
