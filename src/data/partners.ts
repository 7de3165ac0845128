import type { Venue } from '#contract/calls/venue.ts'
import { sharedPartners } from '#sync/mirror/sharedCity.ts'
import { createSharedHook } from './shared.ts'

/** A partner that gives a discount to holders of a pass; `venue` in the API. */
export type Partner = Venue

/** Returns all partners with their discounts, from this phone first. */
export const usePartners = createSharedHook<{ list: Partner[] }>(({ locale }) => sharedPartners(locale()))
