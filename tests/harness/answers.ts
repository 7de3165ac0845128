import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { COMPONENTS, responsesOf } from '#server/http/openapi.ts'

/**
 * Validates answers against the OpenAPI document: the HTTP status, the code, and no undeclared field. `openApp().call`
 * passes every answer through `checkAnswer`.
 */

const NAMES = new Map([...CALLS].map(([name, call]) => [call, name]))
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'document', components: COMPONENTS })

/** Points the schema's `$ref`s at the components of the OpenAPI document. */
const linked = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/components/', '"$ref":"document#/components/')) as object

type Responses = Record<string, ValidateFunction | null>
const responsesByCall = new Map<string, Responses>()
const responses = (name: string, call: Call): Responses => {
  const before = responsesByCall.get(name)
  if (before) return before
  const compiled = Object.fromEntries(
    Object.entries(responsesOf(call)).map(([http, { content }]) => {
      const schema = (content as Record<string, { schema: object }> | undefined)?.['application/json']?.schema
      return [http, schema ? ajv.compile(linked(schema)) : null]
    }),
  )
  responsesByCall.set(name, compiled)
  return compiled
}

/**
 * Throws unless the OpenAPI document declares this answer. `body`: parsed JSON for an envelope, null for
 * anything else.
 */
export const checkAnswer = (call: Call, { http, body }: { http: number; body: unknown }): void => {
  const name = NAMES.get(call)
  // Calls that a test defines itself are not in the document.
  if (name === undefined) return
  const all = responses(name, call)
  const valid = http in all ? all[http] : all.default
  if (valid === undefined)
    throw new Error(`${name} answers ${http}, of which the API's document knows nothing: ${JSON.stringify(body)}`)
  if (body === null || !valid || valid(body)) return
  const why = valid.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(
    `${name} answers what the API's document does not hold: ${why?.join('; ')} in ${JSON.stringify(body)}`,
  )
}
