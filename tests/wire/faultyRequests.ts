import fc from 'fast-check'
import { safeParse, toJSONSchema } from 'zod/v4/core'
import type { Call } from '#contract/calls/call.ts'
import { BODY_MAX_BYTES, BODY_MAX_DEPTH } from '#contract/limits.ts'
import { isEmpty, withoutBlanks } from '#server/http/input.ts'
import { pairs, type RawRequest } from './rawRequest.ts'

/** Requests with a fault in one place, generated from the call's own schema of that place. */

type Part = 'params' | 'query' | 'body'
const PARTS: Part[] = ['params', 'query', 'body']

interface Node {
  type?: string
  enum?: unknown[]
  format?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** A place in a request, such as `['body', 'entries', '0', 'code']`. */
export interface Place {
  path: string[]
  node: Node
}

const placesIn = (node: Node, path: string[]): Place[] => [
  { path, node },
  ...Object.entries(node.properties ?? {}).flatMap(([name, one]) => placesIn(one, [...path, name])),
  ...(node.items ? placesIn(node.items, [...path, '0']) : []),
  ...(node.anyOf ?? []).flatMap((one) => placesIn(one, path).slice(1)),
]

/** Returns every place in the schemas of a call, and the parts that the call does not take. */
export const placesOf = (call: Call): Place[] =>
  PARTS.flatMap((requestPart) => {
    const schema = call[requestPart]
    if (!schema)
      return requestPart === 'params' || (requestPart === 'body' && call.method === 'GET')
        ? []
        : [{ path: [requestPart], node: {} }]
    const places = placesIn(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, [requestPart])
    return requestPart === 'params' ? places.slice(1) : places
  })

/** Texts that were chosen to break something. */
const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202emoc.live',
  '\u2066x\u2069',
  '\u0007',
  '\r\nset-cookie: a=b',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e3',
  '0x10',
  '1.5',
  '٣',
  '9007199254740993',
  '99999999999999999999999999',
  "'; drop table orders --",
  "' or '1'='1",
  '%',
  '_',
  '\\',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '👨‍👩‍👧'.repeat(9),
  'é'.normalize('NFD'),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍',
  '부산 해운대',
  '釜山港',
  'ﷺ',
  '7f3a0000-0000-7000-8000-000000000000',
  '7F3A0000-0000-7000-8000-00000000000G',
  '00000000-0000-0000-0000-000000000000',
  '20260230',
  '99991231',
  '00010101-00010102',
  'a@b',
  'a@b.c',
  `${'a'.repeat(65)}@mail.example`,
  'https://127.0.0.1/',
  'https://[::1]/',
  'javascript:alert(1)',
]
const uuids = fc.uuid()
const textValues = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.nat().map(String) },
  { weight: 1, arbitrary: uuids },
)
const numbers = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 53) - 2, 2 ** 31, 2 ** 63, 10_001),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const deep = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let times = 0; times < depth; times += 1) value = times % 2 ? [value] : { a: value }
  return value
}
const otherValues = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  numbers,
  fc.constantFrom<unknown>([], {}, [[]], [null], deep(8), deep(BODY_MAX_DEPTH + 4), [1, 1, 1]),
  fc.object({ maxDepth: 2, maxKeys: 4 }),
)

/** Values for a place: some nearly valid for its schema, some of another kind. */
const valuesFor = ({
  type,
  enum: choices,
  format,
  maxLength,
  minimum,
  maximum,
  items,
  anyOf,
}: Node): fc.Arbitrary<unknown> => {
  const near: fc.Arbitrary<unknown>[] = []
  if (choices) near.push(fc.constantFrom(...choices), fc.constantFrom(...choices.map((one) => `${String(one)} `)))
  if (format === 'uuid')
    near.push(
      uuids,
      uuids.map((one) => one.toUpperCase()),
    )
  if (maxLength !== undefined)
    near.push(fc.constantFrom(maxLength, maxLength + 1, maxLength * 2).map((length) => 'x'.repeat(length)))
  if (type === 'integer' || type === 'number')
    near.push(fc.constantFrom((minimum ?? 0) - 1, minimum ?? 0, maximum ?? 1, (maximum ?? 1) + 1, (minimum ?? 0) + 0.5))
  if (type === 'array') {
    const item = items ? valuesFor(items) : otherValues
    near.push(
      fc.array(item, { maxLength: 8 }),
      uuids.map((one) => [one, one]),
      fc.array(item, { minLength: 210, maxLength: 220 }),
    )
  }
  for (const one of anyOf ?? []) near.push(valuesFor(one))
  return fc.oneof(...near.map((arbitrary) => ({ weight: 2, arbitrary })), textValues, otherValues)
}

const UNKNOWN = [
  'extra',
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  'id ',
  'ID',
  'a.b',
  '0',
  'x'.repeat(300),
]

type Change =
  | { kind: 'value'; place: Place; value: unknown }
  | { kind: 'missing'; place: Place }
  | { kind: 'unknown'; place: Place; name: string; value: unknown }
  | { kind: 'huge'; place: Place }

const changeAt = (place: Place, isGet: boolean): fc.Arbitrary<Change> => {
  const changes: fc.Arbitrary<Change>[] = [valuesFor(place.node).map((value) => ({ kind: 'value', place, value }))]
  // Parameters of the path can be neither missing nor unknown.
  if (place.path[0] === 'params') return fc.oneof(...changes)
  changes.push(fc.constant({ kind: 'missing', place }))
  if (place.node.properties || place.path.length === 1)
    changes.push(
      fc
        .tuple(
          fc.oneof(fc.constantFrom(...UNKNOWN), fc.string({ unit: 'binary', minLength: 1, maxLength: 12 })),
          textValues,
        )
        .map(([name, value]) => ({ kind: 'unknown', place, name, value })),
    )
  if (!isGet && place.path[0] === 'body') changes.push(fc.constant({ kind: 'huge', place }))
  return fc.oneof(...changes)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const asText = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return value
  return isObject(value) ? JSON.stringify(value) : String(value)
}

/** Sets an own property, also when it is called `__proto__`. */
const put = (inside: object, name: string, value: unknown): void => {
  Object.defineProperty(inside, name, { value, enumerable: true, configurable: true, writable: true })
}

/** A request with one fault. */
export interface FaultyRequest {
  sent: RawRequest
  /** The place of the fault, such as `body.entries.0.code`. */
  path: string
}

const apply = (call: Call, good: RawRequest, change: Change): FaultyRequest | null => {
  const sent = structuredClone({ params: good.params, query: good.query, body: good.body }) as Record<string, unknown>
  const path = change.kind === 'unknown' ? [...change.place.path, change.name] : change.place.path
  const parents = path.slice(0, -1)
  let inside: unknown = sent
  for (const key of parents) {
    if (!isObject(inside)) return null
    if (inside[key] === undefined && key !== '0') inside[key] = {}
    inside = inside[key]
  }
  if (!isObject(inside)) return null
  const last = path.at(-1) ?? ''
  if (change.kind === 'missing') {
    if (inside[last] === undefined) return null
    if (Array.isArray(inside)) inside.splice(Number(last), 1)
    else delete inside[last]
  } else if (change.kind === 'huge') put(inside, last, 'x'.repeat(100_000))
  else put(inside, last, change.value)
  // Values in a path, a query or a form are text.
  for (const requestPart of call.media ? PARTS : (['params', 'query'] as const)) {
    const values = sent[requestPart]
    if (values === undefined) continue
    if (!isObject(values)) return null
    sent[requestPart] = Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, asText(value)]),
    )
  }
  return { sent: { ...good, ...sent } as RawRequest, path: path.join('.') }
}

/** Returns requests that differ from `good` in one place. */
export const faultyRequestsOf = (call: Call, good: RawRequest): fc.Arbitrary<FaultyRequest> =>
  fc
    .constantFrom(...placesOf(call))
    .chain((place) => changeAt(place, call.method === 'GET'))
    .map((change) => apply(call, good, change))
    .filter((mutant) => mutant !== null)

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, one]) => [name, ...texts(one)])
}
const depthOf = (value: unknown): number =>
  isObject(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
const hasKey = (value: unknown, key: string): boolean =>
  isObject(value) && (Object.hasOwn(value, key) || Object.values(value).some((one) => hasKey(one, key)))
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const sizeOf = (body: unknown, json: boolean): number =>
  Buffer.byteLength(json ? JSON.stringify(body) : pairs(body as object))

/**
 * Returns what a correct server refuses: null when the request reaches the handler, else the faulty part, and whether
 * the wire format or the schema refuses it.
 */
export const expectedRefusal = (
  call: Call,
  { params, query, body }: RawRequest,
): { part: Part | 'size'; wire: boolean } | null => {
  const json = call.media === undefined
  if (body !== undefined && call.media !== 'multipart/form-data' && sizeOf(body, json) > BODY_MAX_BYTES)
    return { part: 'size', wire: true }
  if (!texts(query ?? {}).every(isStorable)) return { part: 'query', wire: true }
  const raw = call.who === 'gateway' && json
  if (body !== undefined && !raw) {
    if (!texts(body).every(isStorable)) return { part: 'body', wire: true }
    if (json && (depthOf(body) > BODY_MAX_DEPTH || hasKey(body, '__proto__'))) return { part: 'body', wire: true }
  }
  for (const [requestPart, value] of [
    ['params', params ?? {}],
    ['query', query ?? {}],
    ['body', body],
  ] as const) {
    const schema = call[requestPart]
    if (requestPart === 'body' && raw) continue
    if (requestPart === 'body' && schema?._zod.optin === 'optional' && isEmpty(asTransmitted(value))) continue
    if (
      schema
        ? !safeParse(
            schema,
            requestPart === 'query' ? withoutBlanks(schema, asTransmitted(value)) : asTransmitted(value),
          ).success
        : isObject(value)
          ? Object.keys(value).length > 0
          : value !== undefined
    )
      return { part: requestPart, wire: false }
  }
  return null
}

/** The value as it arrives: JSON drops what it cannot represent. */
const asTransmitted = (value: unknown): unknown => {
  if (value === undefined || texts(value).length > 5_000) return value
  return isObject(value) && Object.values(value).some((one) => one instanceof Uint8Array)
    ? value
    : (JSON.parse(JSON.stringify(value)) as unknown)
}
