import { CATEGORIES, GROUPS, type Category, type Group } from '#contract/codes.ts'

/** Filters of the list of attractions. All are in the address, so that back and a shared link restore them. */
export interface AttractionsSearch {
  q?: string
  category?: Category
  group?: Group
  free?: true
  /** Number of pages of twenty that are shown. */
  page?: number
  /** `gdsUid` of the place in the preview beside the list, on wide screens. */
  at?: string
}

const PAGES_MAX = 50
const isCategory = (value: unknown): value is Category => CATEGORIES.includes(value as Category)
const isGroup = (value: unknown): value is Group => GROUPS.includes(value as Group)

/**
 * Reads the search parameters and drops invalid ones; cuts `q` to 80 characters, and lowers `page` to 50. The router
 * parses a numeric `q` into a number, so it is turned back into text.
 */
export const readSearch = ({ q, category, group, free, page, at }: Record<string, unknown>): AttractionsSearch => ({
  ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 80) }),
  ...(isCategory(category) && { category }),
  ...(isGroup(group) && { group }),
  ...(free === true && { free }),
  ...(Number.isInteger(page) && Number(page) > 1 && { page: Math.min(Number(page), PAGES_MAX) }),
  ...(typeof at === 'string' && at !== '' && { at }),
})
