import type { TravelCategory, VenueType } from '#contract/codes.ts'
import type { GoodsBadge } from '#contract/rules/goodsBadge.ts'
import type { Hours } from '#contract/calls/fields.ts'
import type { Texts } from '#contract/locales.ts'

/** Documents of the table `content` (notices, partners and so on), with their texts in every language. */

export interface NoticeDoc {
  id: string
  /** Korean date from which it is shown. */
  date: string
  pinned: boolean
  /** Last Korean date on which it is a pop-up on the home page; null: never one. */
  popupUntil: string | null
  title: Texts
  body: Texts
}

export interface FaqDoc {
  id: string
  category: string
  categoryText: Texts
  question: Texts
  /** May hold `{refundDays}`. */
  answer: Texts
}

export interface PromotionDoc {
  id: string
  /** Korean dates, both included. */
  startDate: string
  endDate: string
  discountPercent: number | null
  attractionId: string | null
  title: Texts
  body: Texts
  /** `calendar`: a calendar file (iCalendar) of its period. */
  attachment: 'calendar' | null
  /** Shown as a pop-up on the home page during its period. */
  popup: boolean
}

export interface TravelDoc {
  id: string
  category: TravelCategory
  categoryText: Texts
  district: string
  lat: number
  lon: number
  period: Texts | null
  title: Texts
  body: Texts
}

export interface ReceiptPlaceDoc {
  id: string
  name: Texts
  district: string
  lat: number
  lon: number
  hours: Hours
  stationId: string | null
  whereInside: Texts
  main: boolean
  kind: 'desk' | 'kiosk'
  requires: Texts
  hoursCertainty: string
}

export interface VenueDoc {
  id: string
  name: Texts
  type: VenueType
  district: string
  lat: number
  lon: number
  discount: { percent: number; scope: string; sample: boolean; text: Texts }
}

/** A badge of a goods type in the navigation; its id is the goods type. */
export interface GoodsBadgeDoc {
  id: GoodsBadge['kind']
  badge: GoodsBadge['badge']
  /** Last Korean date on which it is shown. */
  until: string
  /** True: it speaks of sample offers, so it is hidden where they are. */
  sample: boolean
}

export interface Contents {
  notices: NoticeDoc[]
  faqs: FaqDoc[]
  promotions: PromotionDoc[]
  travel: TravelDoc[]
  receiptPlaces: ReceiptPlaceDoc[]
  venues: VenueDoc[]
  goodsBadges: GoodsBadgeDoc[]
}

export const CONTENT_KINDS = [
  'notices',
  'faqs',
  'promotions',
  'travel',
  'receiptPlaces',
  'venues',
  'goodsBadges',
] as const satisfies readonly (keyof Contents)[]
export type ContentKind = (typeof CONTENT_KINDS)[number]
export type ContentDoc = Contents[ContentKind][number]
