import * as z from 'zod/mini'
import { LOCALES } from '../locales.ts'
import { CATEGORIES, DAYS, GROUPS } from '../codes.ts'
import { EMAIL_MAX, PAGE_NUM_MAX, PAGE_SIZE, PAGE_SIZE_MAX, QUANTITY_MAX, QUANTITY_MIN } from '../limits.ts'
import { isClean, isEmail } from '../rules/text.ts'

/** Schemas of fields that several calls share. */

const clean = z.refine<string>(isClean, { error: 'control_characters' })
/** Returns the schema of a text of at most `max` UTF-16 units that is clean (`isClean`). */
export const text = (max: number) => z.string().check(z.maxLength(max), clean)
export const uid = z.string().check(z.minLength(1), z.maxLength(80), z.regex(/^[\w.:+-]+$/))
export const uuid = z.uuid()
/** The order of a pass that a member holds; empty when the order is that of the member who gave it. */
export const ownOrder = z.union([uuid, z.literal('')])
export const email = z
  .string()
  .check(z.trim(), z.maxLength(EMAIL_MAX), z.toLowerCase(), z.refine(isEmail, { error: 'email' }))
export const yn = z.enum(['Y', 'N'])
/**
 * Returns the schema of a boolean of the first release. `instead` names the `…Yn` field beside it; phones with that
 * release still read the boolean.
 */
export const deprecatedBoolean = (instead: string) =>
  z.boolean().register(z.globalRegistry, { deprecated: true, description: `Deprecated: read \`${instead}\`.` })
/** Milliseconds since 1970, UTC. */
export const instant = z.int()
export const krw = z.int().check(z.gte(0))
/** Base64url without padding. */
export const base64url = z.string().check(z.maxLength(2048), z.regex(/^[\w-]*$/))

/**
 * Returns the schema of a whole number in a query, which arrives as text. It accepts digits only, so that `1e3`, `0x1`
 * and `1.5` are rejected.
 */
export const whole = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,15}$/, { error: 'whole_number' })), z.transform(Number)),
    z.int().check(z.gte(min), z.lte(max)),
  )
const orDefault = <T extends Parameters<typeof z._default>[0]>(schema: T, value: string) =>
  z.prefault(schema, value as never)

export const paging = {
  pageNum: orDefault(whole(1, PAGE_NUM_MAX), '1'),
  pageSize: orDefault(whole(1, PAGE_SIZE_MAX), String(PAGE_SIZE)),
}
/** Paging of lists that the specification does not page (spec 7.18): all present entries fit on the first page. */
export const longPaging = { ...paging, pageSize: orDefault(whole(1, PAGE_SIZE_MAX), String(PAGE_SIZE_MAX)) }
/** The `language` parameter, which overrides the header. Any short text passes; unknown means English (spec 7.2). */
export const language = z.optional(text(20))
export const quantity = z.int().check(z.gte(QUANTITY_MIN), z.lte(QUANTITY_MAX))
export const nothing = z.object({})

export const group = z.nullable(z.enum(GROUPS))
export const category = z.enum(CATEGORIES)
export const code = z.object({ code: z.string(), name: z.string() })
export const locale = z.enum(LOCALES)

const clock = z.string().check(z.regex(/^\d\d:\d\d$/))
const spans = z.array(z.tuple([clock, clock]))
/** Opening hours by weekday, Korean time. An empty list means closed; `24:00` is midnight. */
export const hours = z.object({
  always: deprecatedBoolean('alwaysYn'),
  alwaysYn: z.optional(yn),
  ...(Object.fromEntries(DAYS.map((day) => [day, spans])) as Record<(typeof DAYS)[number], typeof spans>),
})
export type Hours = z.infer<typeof hours>
