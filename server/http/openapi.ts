import { toJSONSchema, type $ZodType } from 'zod/v4/core'
import { pathNames, type Call } from '#contract/calls/call.ts'
import { ERRORS } from '#contract/errors.ts'
import { HEADER_IDEMPOTENCY, HEADER_LANGUAGE } from '#contract/envelope.ts'
import { LANGUAGE_CODE } from '#contract/locales.ts'
import { API } from './mount.ts'

type Schema = Record<string, unknown>

const schemaOf = (schema: $ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The one thing that JSON has no word for: a file.
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
  ...(call.method === 'GET' || call.unstored
    ? []
    : [{ name: HEADER_IDEMPOTENCY, in: 'header', schema: { type: 'string' } }]),
]

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
    requestBody: { content: { [call.media ?? 'application/json']: { schema: schemaOf(call.body, 'input') } } },
  }),
  responses: call.raw
    ? { default: { description: 'Leads on, or the file itself.' } }
    : {
        200: {
          description: 'Success when `status.code` is "200"; otherwise a refusal of the list in `Status`.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['status', 'data'],
                properties: { status: { $ref: '#/components/schemas/Status' }, data: schemaOf(call.data, 'output') },
              },
            },
          },
        },
      },
})

/** The document of the API, derived from the table of calls. */
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
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        gate: { type: 'http', scheme: 'bearer', description: 'The credential that `/gate/enrol` gave.' },
      },
      schemas: {
        Status: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: ['200', ...Object.keys(ERRORS)] },
            message: { type: 'string' },
            fields: {
              type: 'array',
              items: {
                type: 'object',
                required: ['field', 'reason'],
                properties: { field: { type: 'string' }, reason: { type: 'string' } },
              },
            },
            retryAfter: { type: 'number', description: 'Seconds.' },
            serverNow: { type: 'integer', description: 'Milliseconds UTC.' },
            nonce: { type: 'string' },
          },
        },
      },
    },
  }
}
