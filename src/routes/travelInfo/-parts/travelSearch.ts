import { TRAVEL_CATEGORIES, type TravelCategory } from '#contract/codes.ts'

/** The chosen category, in the address, so that back and a shared link restore it. */
export interface TravelSearch {
  kind?: TravelCategory
}

const isCategory = (value: unknown): value is TravelCategory => TRAVEL_CATEGORIES.includes(value as TravelCategory)

/** Reads the search parameters and drops invalid ones. */
export const readTravelSearch = ({ kind }: Record<string, unknown>): TravelSearch => (isCategory(kind) ? { kind } : {})
