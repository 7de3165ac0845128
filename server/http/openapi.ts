import { toJSONSchema, type $ZodType } from 'zod/v4/core'
import { pathNames, type Call } from '#contract/calls/call.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { HEADER_IDEMPOTENCY, HEADER_LANGUAGE, HEADER_NONCE, HEADER_OWNER } from '#contract/envelope.ts'
import { LANGUAGE_CODE } from '#contract/locales.ts'
import { API } from './mount.ts'

type Schema = Record<string, unknown>

const schemaOf = (schema: $ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A file is the one type that JSON Schema cannot represent.
      if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, { type: 'string', format: 'binary' })
    },
  }) as Schema
  return rest
}

const propertiesOf = (schema: $ZodType | undefined): [string, Schema, boolean][] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => [name, one, required.includes(name)])
}

const parametersOf = (call: Call): Schema[] => [
  ...pathNames(call.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: propertiesOf(call.params).find(([one]) => one === name)?.[1] ?? { type: 'string' },
  })),
  ...propertiesOf(call.query).map(([name, schema, required]) => ({ name, in: 'query', required, schema })),
  {
    name: HEADER_LANGUAGE,
    in: 'header',
    description: 'Language of texts and messages; English when absent or unknown.',
    schema: { type: 'string', examples: Object.values(LANGUAGE_CODE) },
  },
  ...(call.shared
    ? []
    : [{ name: HEADER_NONCE, in: 'header', description: 'Echoed beside `serverNow`.', schema: { type: 'string' } }]),
  ...(call.who === 'member' || call.who === 'anyone'
    ? [
        {
          name: HEADER_OWNER,
          in: 'header',
          description: 'The member whom the caller believes to be: another than the token’s is refused (`E_OWNER`).',
          schema: { type: 'string' },
        },
      ]
    : []),
  ...(call.method === 'GET' || call.unstored
    ? []
    : [
        {
          name: HEADER_IDEMPOTENCY,
          in: 'header',
          description: 'The same key is the same write: its answer is given again.',
          schema: { type: 'string', pattern: '^[\\w.:-]{8,128}$' },
        },
      ]),
]

/** Returns the error codes that any call of this kind (caller, method, flags) may give. */
const commonRefusals = ({ who, method, effect, paced, unstored }: Call): ErrorCode[] => {
  const isWrite = method !== 'GET'
  return [
    ...(who === 'gate' ? (['E_GATE'] as const) : []),
    ...(who === 'member' || who === 'anyone' ? (['E_TOKEN', 'E_OWNER'] as const) : []),
    ...((isWrite || effect) && who !== 'gateway' ? (['E_CROSS_SITE'] as const) : []),
    ...(isWrite ? (['E_CONTENT_TYPE', 'E_TOO_LARGE'] as const) : []),
    ...(isWrite && !unstored ? (['E_KEY', 'E_KEY_REUSED', 'E_KEY_RUNNING'] as const) : []),
    ...(effect ? (['E_PREFETCH'] as const) : []),
    // One member's writes are paced.
    ...((isWrite || effect || paced) && (who === 'member' || who === 'anyone') ? (['E_THROTTLED'] as const) : []),
    'E_INPUT',
    'E_UNAVAILABLE',
    'E_INTERNAL',
  ]
}

/** Returns the error codes that `call` may give. */
export const refusalsOf = (call: Call): ErrorCode[] => [...new Set([...(call.refuses ?? []), ...commonRefusals(call)])]

const json = (schema: Schema): Schema => ({ content: { 'application/json': { schema } } })
const refusal = (codes: readonly string[]): Schema => ({
  allOf: [
    { $ref: '#/components/schemas/Refusal' },
    { properties: { status: { properties: { code: { enum: codes } } } } },
  ],
})
const success = ({ data, shared }: Call): Schema => ({
  type: 'object',
  required: ['status', 'data'],
  additionalProperties: false,
  properties: {
    status: { $ref: `#/components/schemas/${shared ? 'Shared' : 'Success'}` },
    data: schemaOf(data, 'output'),
  },
})

/** Returns the responses of one call by HTTP status. Most errors have status 200 too: `status.code` decides. */
export const responsesOf = (call: Call): Record<string, Schema> => {
  const codes = Map.groupBy(refusalsOf(call), (code) => ERRORS[code])
  const codesWithStatus200 = codes.get(200) ?? []
  codes.delete(200)
  const refused = [...codes].map(
    ([http, list]) => [String(http), { description: list.join(', '), ...json(refusal(list)) }] as const,
  )
  const schemas = [
    ...(call.raw ? [] : [success(call)]),
    ...(codesWithStatus200.length > 0 ? [refusal(codesWithStatus200)] : []),
  ]
  const first: Record<string, Schema> = {
    ...(call.raw && { default: { description: 'Leads on, or the file itself.' } }),
    ...(schemas.length > 0 && {
      200: {
        description: ['Success when `status.code` is "200".', ...codesWithStatus200].join(' '),
        ...json(schemas.length === 1 ? (schemas[0] ?? {}) : { oneOf: schemas }),
      },
    }),
    ...(call.shared && { 304: { description: 'The caller holds this answer already (`If-None-Match`).' } }),
  }
  return { ...first, ...Object.fromEntries(refused) }
}

const operation = (name: string, call: Call): Schema => ({
  operationId: name,
  tags: [name.split('.')[0]],
  summary: call.summary,
  ...(call.addition && { 'x-addition': true }),
  ...(call.who === 'member' && { security: [{ bearer: [] }] }),
  ...(call.who === 'gate' && { security: [{ gate: [] }] }),
  ...(call.who === 'anyone' && { security: [{}, { bearer: [] }] }),
  parameters: parametersOf(call),
  ...(call.body && {
    requestBody: {
      required: call.body._zod.optin !== 'optional',
      content: { [call.media ?? 'application/json']: { schema: schemaOf(call.body, 'input') } },
    },
  }),
  responses: responsesOf(call),
})

const CLOCK = {
  serverNow: { type: 'integer', description: 'Milliseconds UTC; beside `nonce`.' },
  nonce: { type: 'string', description: 'As the caller sent it.' },
}
const SHARED = {
  type: 'object',
  required: ['code', 'message'],
  additionalProperties: false,
  properties: { code: { const: '200' }, message: { type: 'string' } },
}
export const COMPONENTS = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' },
    gate: { type: 'http', scheme: 'bearer', description: 'The credential that `/gate/enrol` gave.' },
  },
  schemas: {
    /** Status of a shared answer. */
    Shared: SHARED,
    Success: { ...SHARED, properties: { ...SHARED.properties, ...CLOCK } },
    Refusal: {
      type: 'object',
      required: ['status', 'data'],
      additionalProperties: false,
      properties: {
        status: {
          type: 'object',
          required: ['code', 'message'],
          additionalProperties: false,
          properties: {
            code: { enum: Object.keys(ERRORS) },
            message: { type: 'string', description: 'In the language of the call.' },
            fields: {
              type: 'array',
              description: 'Which input was refused, and why.',
              items: {
                type: 'object',
                required: ['field', 'reason'],
                additionalProperties: false,
                properties: { field: { type: 'string' }, reason: { type: 'string' } },
              },
            },
            retryAfter: { type: 'integer', description: 'Seconds.' },
            ...CLOCK,
          },
        },
        data: { type: 'null' },
      },
    },
  },
}

/** Derives the OpenAPI document from the table of calls. */
export const openApiOf = (calls: ReadonlyMap<string, Call>, publicUrl: string): Schema => {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const [name, call] of calls) {
    const at = (paths[call.path] ??= {})
    at[call.method.toLowerCase()] = operation(name, call)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Harbor Pass', version: '1' },
    servers: [{ url: publicUrl + API }],
    paths,
    components: COMPONENTS,
  }
}
