import type { Texts } from '#contract/locales.ts'
import { readSeed } from './lists.ts'

const NAMES = new Map(
  readSeed<{ items: { id: string; name: Texts }[] }>('receiptplaces').items.map(({ id, name }) => [id, name]),
)

/** What an exchange desk is called; undefined when there is none with this id. */
export const receiptPlaceName = (id: string): Texts | undefined => NAMES.get(id)
