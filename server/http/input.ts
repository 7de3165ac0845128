import { safeParse, type $ZodIssue, type $ZodType } from 'zod/v4/core'
import type { ErrorCode, FieldError } from '#contract/errors.ts'
import { Refusal } from './refusal.ts'

type Part = 'params' | 'query' | 'body'

const REASONS: Record<string, string> = {
  invalid_type: 'type',
  invalid_format: 'format',
  invalid_value: 'value',
  invalid_union: 'value',
  too_big: 'too_big',
  too_small: 'too_small',
  not_multiple_of: 'value',
}
const WORD = /^[a-z_]+$/
const FIELDS_MAX = 20

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  )

const fieldsOf = (requestPart: Part, issue: $ZodIssue, input: unknown): FieldError[] => {
  const path = [requestPart, ...issue.path.map(String)].join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: `${path}.${key.slice(0, 80)}`, reason: 'unknown' }))
  if (at(input, issue.path) === undefined) return [{ field: path, reason: 'required' }]
  // A schema with a reason of its own gives it as the message.
  const reason = WORD.test(issue.message) ? issue.message : (REASONS[issue.code] ?? 'value')
  return [{ field: path, reason }]
}

/** Returns whether a part of a request is missing or an object without fields. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0)

/** Rules with an error code and message of their own (spec 8.14, 8.20, 8.22), although a schema checks them. */
const RULES: Record<string, ErrorCode> = {
  inquiry_short: 'E_INQUIRY_SHORT',
  password_format: 'E_PASSWORD_FORMAT',
  phone: 'E_PHONE',
  review_short: 'E_REVIEW_SHORT',
}

/** Returns the code of a rule if only that rule was broken, else `E_INPUT`. */
const codeOf = (fields: FieldError[]): ErrorCode => {
  const [reason, ...otherReasons] = new Set(fields.map((field) => field.reason))
  return (otherReasons.length === 0 && reason !== undefined && RULES[reason]) || 'E_INPUT'
}

type Shape = Record<string, { _zod: { optin?: string | undefined } }>

/** Returns the query without empty optional parameters: forms send them, and an empty filter is ignored. */
export const withoutBlanks = (schema: $ZodType, query: unknown): unknown => {
  const { shape } = schema._zod.def as unknown as { shape?: Shape }
  if (!shape || typeof query !== 'object' || query === null) return query
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) => value !== '' || !Object.hasOwn(shape, name) || shape[name]?._zod.optin === undefined,
    ),
  )
}

/** Parses one part of a request by its schema. Throws `E_INPUT`, or the code of a broken rule, with the fields. */
export const checkPart = (requestPart: Part, schema: $ZodType | undefined, input: unknown): unknown => {
  if (!schema) {
    if (isEmpty(input)) return undefined
    const keys = typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.keys(input) : []
    const unknown = keys
      .slice(0, FIELDS_MAX)
      .map((key) => ({ field: `${requestPart}.${key.slice(0, 80)}`, reason: 'unknown' }))
    throw new Refusal('E_INPUT', { fields: unknown.length > 0 ? unknown : [{ field: requestPart, reason: 'unknown' }] })
  }
  const parsed = safeParse(schema, requestPart === 'query' ? withoutBlanks(schema, input) : input)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.flatMap((issue) => fieldsOf(requestPart, issue, input)).slice(0, FIELDS_MAX)
  throw new Refusal(codeOf(fields), { fields })
}
