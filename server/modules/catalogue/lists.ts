import { readFileSync } from 'node:fs'
import type { Texts } from '#contract/locales.ts'

/** One file of the seed. */
export const readSeed = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../db/seed/${name}.json`, import.meta.url), 'utf8')) as T

export interface MetroLine {
  id: string
  name: Texts
  color: string
  stations: { id: string; name: Texts }[]
}

/** Small lists that never change while the server runs. */
export const METRO: readonly MetroLine[] = readSeed<{ lines: MetroLine[] }>('metro').lines
export const DISTRICTS: Readonly<Record<string, Texts>> = readSeed<Record<string, Texts>>('districts')
/** Partners that give a discount. Their names and discounts are samples; only their number is shown so far. */
export const PARTNERS: number = readSeed<{ items: unknown[] }>('venues').items.length

/** The option of a pass that is bought: each product has one. */
export const detailUid = (gdsUid: string): string => `${gdsUid}-std`
