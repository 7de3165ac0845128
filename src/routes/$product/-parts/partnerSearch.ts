import { VENUE_TYPES, type VenueType } from '#contract/codes.ts'
import { createSearch, searchable } from '#contract/rules/search.ts'
import type { Partner } from '#data/partners.ts'

/** Filters of the list of partners, in the address, so that back and a shared link restore them. */
export interface PartnerSearch {
  partnerType?: VenueType
  /** District code. */
  district?: string
  q?: string
}

const isType = (value: unknown): value is VenueType => VENUE_TYPES.includes(value as VenueType)

/** Reads the search parameters, which `readTexts` has cut, and drops unknown types. */
export const readPartnerSearch = ({ partnerType, district, q }: Record<string, unknown>): PartnerSearch => ({
  ...(isType(partnerType) && { partnerType }),
  ...(typeof district === 'string' && { district }),
  ...(typeof q === 'string' && { q }),
})

const find = createSearch<Partner>(({ name, nameKo, typeText, district, discount }) =>
  searchable([name, nameKo], [typeText, district, discount.text]),
)

/** Returns the partners that match all filters; with a word its matches, best first. */
export const filterPartners = (list: readonly Partner[], { partnerType, district, q }: PartnerSearch): Partner[] =>
  find(
    q,
    list.filter((each) => (!partnerType || each.type === partnerType) && (!district || each.districtCd === district)),
  )
