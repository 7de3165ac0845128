import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { COMPONENTS, responsesOf } from '#server/http/openapi.ts'

/**
 * Holds answers against the document of the API: status, codes, and no field that it does not name. Every answer that a
 * test gets through `openApp().call` goes through here.
 */

const NAMES = new Map([...CALLS].map(([name, call]) => [call, name]))
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'document', components: COMPONENTS })

/** References lead into the document. */
const linked = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/components/', '"$ref":"document#/components/')) as object

type Responses = Record<string, ValidateFunction | null>
const known = new Map<string, Responses>()
const responses = (name: string, call: Call): Responses => {
  const before = known.get(name)
  if (before) return before
  const made = Object.fromEntries(
    Object.entries(responsesOf(name, call)).map(([http, { content }]) => {
      const schema = (content as Record<string, { schema: object }> | undefined)?.['application/json']?.schema
      return [http, schema ? ajv.compile(linked(schema)) : null]
    }),
  )
  known.set(name, made)
  return made
}

/** What the server said, with its body read as JSON where it is an envelope. Throws what the document does not hold. */
export const checkAnswer = (call: Call, { http, said }: { http: number; said: unknown }): void => {
  const name = NAMES.get(call)
  // Rows that a test made up are in no document.
  if (name === undefined) return
  const all = responses(name, call)
  const valid = http in all ? all[http] : all.default
  if (valid === undefined)
    throw new Error(`${name} answers ${http}, of which the API's document knows nothing: ${JSON.stringify(said)}`)
  if (said === null || !valid || valid(said)) return
  const why = valid.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(
    `${name} answers what the API's document does not hold: ${why?.join('; ')} in ${JSON.stringify(said)}`,
  )
}
