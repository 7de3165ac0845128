/** The sections of the results, in their order. */
export const SECTIONS = ['passes', 'attractions', 'goods', 'courses', 'travel', 'offers'] as const
export type Section = (typeof SECTIONS)[number]

/** The keyword and the chosen section, in the address, so that back, reload and a shared link restore them. */
export interface SiteSearch {
  q?: string
  in?: Section
}

const isSection = (value: unknown): value is Section => SECTIONS.includes(value as Section)

/** Reads the search parameters, which are texts, and drops invalid ones. */
export const readSiteSearch = ({ q, in: section }: Record<string, unknown>): SiteSearch => ({
  ...(typeof q === 'string' && { q }),
  ...(isSection(section) && { in: section }),
})
