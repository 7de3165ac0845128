import * as z from 'zod/mini'
import { call, page } from './call.ts'
import { hours, language, longPaging, text, uid, yn } from './fields.ts'

/** An exchange desk or kiosk where card passes are collected. */
export const receiptPlace = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['desk', 'kiosk']),
  /** `Y`: a main exchange desk; they come first in the list. */
  mainYn: yn,
  districtCd: z.string(),
  district: z.string(),
  lat: z.number(),
  lon: z.number(),
  hours,
  whereInside: z.string(),
  /** What the visitor must bring. */
  requires: z.string(),
  /** The nearest metro station; null when none is near. */
  station: z.nullable(z.object({ id: z.string(), name: z.string(), line: z.string(), color: z.string() })),
  /** `Y`: the opening hours are not confirmed by the operator of the place. */
  approxYn: yn,
})
export type ReceiptPlace = z.infer<typeof receiptPlace>

export const list = call({
  method: 'GET',
  path: '/receiptplace/list',
  who: 'anonymous',
  addition: true,
  shared: true,
  summary: 'All places where card passes are collected',
  query: z.strictObject({ ...longPaging, areaCd: z.optional(text(40)), language }),
  data: page(receiptPlace),
})

export const detail = call({
  method: 'GET',
  path: '/receiptplace/{id}',
  who: 'anonymous',
  shared: true,
  summary: 'Where a card pass is collected',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: receiptPlace,
})
