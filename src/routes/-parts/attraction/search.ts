import { CATEGORIES, GROUPS, type Category, type Group } from '#contract/codes.ts'

/** What the list of attractions is asked for; all of it stands in the address, so back and sharing restore it. */
export interface AttractionsSearch {
  q?: string
  category?: Category
  group?: Group
  free?: true
  /** How many pages of twenty are shown. */
  page?: number
  /** The one that is looked at beside the list, on wide screens. */
  at?: string
}

const PAGES_MAX = 50
const isCategory = (value: unknown): value is Category => CATEGORIES.includes(value as Category)
const isGroup = (value: unknown): value is Group => GROUPS.includes(value as Group)

/** Takes what it understands of an address and leaves the rest. Numbers in `q` are text that the router has read. */
export const readSearch = ({ q, category, group, free, page, at }: Record<string, unknown>): AttractionsSearch => ({
  ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 80) }),
  ...(isCategory(category) && { category }),
  ...(isGroup(group) && { group }),
  ...(free === true && { free }),
  ...(Number.isInteger(page) && Number(page) > 1 && { page: Math.min(Number(page), PAGES_MAX) }),
  ...(typeof at === 'string' && at !== '' && { at }),
})
