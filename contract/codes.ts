/** Code lists (spec 3.35) and their values on the wire. */

/** Codes of goods types (spec 3.20). */
export const GOODS_TYPE = {
  attraction: 'CD0000000078',
  hotel: 'CD0000000079',
  tour: 'CD0000000080',
  activity: 'CD0000000081',
  voucher: 'CD0000000082',
  pass: 'CD0000000083',
} as const

/** Wallet apps of phones. */
export const WALLETS = ['apple', 'google'] as const
export type Wallet = (typeof WALLETS)[number]

/** The twelve categories of attractions (spec 3.15). */
export const CATEGORIES = [
  'open_late',
  'outdoors',
  'indoors',
  'food_drinks',
  'outside_city',
  'theme_parks',
  'adults_only',
  'tours_cruises',
  'less_crowds',
  'culture_history',
  'family',
  'other',
] as const
export type Category = (typeof CATEGORIES)[number]

/** Categories by kind of goods. Hotels have none: they are grouped by stars. */
export const GOODS_CATEGORIES = {
  tour: ['tour_day', 'tour_short', 'tour_night'],
  activity: ['activity_water', 'activity_class', 'activity_leisure'],
  voucher: ['voucher_travel', 'voucher_food', 'voucher_entry'],
} as const

export const GROUPS = ['A', 'B'] as const
export type Group = (typeof GROUPS)[number]

export const PASS_TYPES = ['24H', '48H', 'Big3', 'Big5'] as const
export type PassType = (typeof PASS_TYPES)[number]

export const MEDIA = ['mobile', 'card'] as const
export type Medium = (typeof MEDIA)[number]

export const COMPANIONS = ['friendship', 'couple', 'solo', 'family'] as const
export const TOUR_LENGTHS = ['day', '1n2d', '2n+'] as const

export const GENDERS = ['male', 'female', 'none'] as const

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]

/** Kinds of goods other than attractions and passes. */
export const GOODS_KINDS = ['hotel', 'tour', 'activity', 'voucher'] as const
export type GoodsKind = (typeof GOODS_KINDS)[number]

/** Facilities of an attraction (list `FCLTY`); `facilitiesRecordList` takes several. */
export const FACILITIES = [
  'indoor',
  'outdoor',
  'metro_walk',
  'no_reservation',
  'infants_free',
  'no_admission_fee',
] as const
export type Facility = (typeof FACILITIES)[number]

export const VENUE_TYPES = ['restaurant', 'cafe', 'shop', 'spa', 'activity', 'theatre', 'service'] as const
export type VenueType = (typeof VENUE_TYPES)[number]

/** Categories of travel information (`touristTycd`). */
export const TRAVEL_CATEGORIES = ['attraction', 'shopping', 'festival', 'food', 'themed', 'foodie'] as const
export type TravelCategory = (typeof TRAVEL_CATEGORIES)[number]

/** Reasons for a refund (`whyCd`). */
export const REFUND_REASONS = ['plans_changed', 'wrong_product', 'bought_twice', 'illness', 'other'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Code types served by `/codes/{codeType}`. */
export const CODE_TYPES = [
  'GDS_TYCD',
  'CTPV',
  'SGG',
  'GDS_CTGRY',
  'PS_TYCD',
  'GENDER',
  'COMPANION',
  'TOUR_DAYS',
  'TOURIST_TYCD',
  'FCLTY',
  'VENUE_TYCD',
  'WHY_CD',
  'COUNTRY',
  'LANGUAGE',
  'TRAVEL_LANGUAGE',
] as const
