import type { Texts } from '#contract/locales.ts'
import { readSeed } from './areas.ts'

const NAMES = new Map(
  readSeed<{ items: { id: string; name: Texts }[] }>('receiptplaces').items.map(({ id, name }) => [id, name]),
)

/** Returns the name of an exchange desk from the seed; undefined for an unknown id. */
export const receiptPlaceName = (id: string): Texts | undefined => NAMES.get(id)
