import type { TravelCategory, VenueType } from '#contract/codes.ts'
import type { Hours } from '#contract/calls/fields.ts'
import type { Texts } from '#contract/locales.ts'

/** Records beside the catalogue's own: each of one kind, with an id, texts in five languages, and its place in the list. */

export interface NoticeDoc {
  id: string
  /** Korean date; not shown before it. */
  date: string
  pinned: boolean
  /** Shown over the home page until then; null for never. */
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
  /** Korean dates, both inside. */
  startDate: string
  endDate: string
  discountPercent: number | null
  attractionId: string | null
  title: Texts
  body: Texts
  /** `calendar`: a calendar file of its period. */
  attachment: 'calendar' | null
  /** Shown over the home page while it lasts. */
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

export interface Contents {
  notices: NoticeDoc[]
  faqs: FaqDoc[]
  promotions: PromotionDoc[]
  travel: TravelDoc[]
  receiptPlaces: ReceiptPlaceDoc[]
  venues: VenueDoc[]
}

export const CONTENT_KINDS = [
  'notices',
  'faqs',
  'promotions',
  'travel',
  'receiptPlaces',
  'venues',
] as const satisfies readonly (keyof Contents)[]
export type ContentKind = (typeof CONTENT_KINDS)[number]
export type ContentDoc = Contents[ContentKind][number]
