import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Hours } from '#contract/calls/fields.ts'
import type { Photo } from '#contract/calls/photo.ts'
import type { COMPANIONS, Category, Group, Medium, PassType, TOUR_LENGTHS } from '#contract/codes.ts'
import type { Texts } from '#contract/locales.ts'
import type { TermsCode } from '#contract/terms.ts'
import type { Contents } from './contents.ts'

/** Documents as the seed and the tables hold them: texts in every language, with the certainty of their facts. */

type Certainty = 'source' | 'approx'

export interface AttractionDoc {
  id: string
  name: Texts
  /** Only where the name is long. */
  shortName?: Texts
  categories: Category[]
  pass: { included: boolean; group: Group | null; certainty: Certainty }
  price: { adultKrw: number; certainty: Certainty }
  address: Texts
  district: string
  lat: number
  lon: number
  hours: Hours
  lastEntry: string | null
  dayOff: { code: string; text: Texts }
  website: string | null
  phone: string | null
  gettingThere: { stationId: string | null; exit: string | null; mode: string; minutes: number | null; text: Texts }
  visitMinutes: number
  setting: AttractionDetail['setting'] | 'both'
  reservationRequired: boolean
  /** How to reserve, where it is known. */
  reservation?: { text: Texts; url: string | null; phone: string | null }
  ageNotes: { code: string; text: Texts }[]
  description: Texts
  /** The film that its page offers. */
  film?: AttractionDetail['film']
}

export interface CourseDoc {
  id: string
  companion: (typeof COMPANIONS)[number]
  companionText: Texts
  length: (typeof TOUR_LENGTHS)[number]
  lengthText: Texts
  name: Texts
  summary: Texts
  days: { day: number; attractionIds: string[] }[]
  coverAttractionId: string
}

export interface ProductDoc {
  id: string
  passType: PassType
  medium: Medium
  name: Texts
  summary: Texts
  mediumNote: Texts
  priceKrw: number
  discountedKrw: number | null
  windowHours: number
  windowText: Texts
  groupRule: { A: number; B: number } | null
  /** False: shown, but not for sale. */
  onSale: boolean
  soldOut: boolean
  /** A made-up price: never shown as a real offer. */
  sample: boolean
}

export interface TermsDoc {
  id: TermsCode
  title: Texts
  effectiveDate: string
  sections: { order: number; heading: Texts; body: Texts }[]
}

/** A photo of an attraction or of goods, as an operator added it. */
export interface PhotoDoc extends Omit<Photo, 'alt'> {
  alt: Texts
}

/** Everything that a catalogue is built from. */
export interface Records extends Contents {
  version: string
  /** An operator stopped all sales. */
  isStopped: boolean
  /** True: without samples, which must not be offered where the payment gateway moves money. */
  confirmedOnly: boolean
  attractions: AttractionDoc[]
  courses: CourseDoc[]
  products: ProductDoc[]
  terms: TermsDoc[]
  /** By the id of their attraction or goods, in the order in which they are shown. */
  photos: ReadonlyMap<string, readonly PhotoDoc[]>
}
