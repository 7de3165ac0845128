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

const declared = new Map<string, Record<string, { content?: unknown }>>()
const declaredFor = (name: string, call: Call) => {
  const before = declared.get(name)
  if (before) return before
  const answers: Record<string, { content?: unknown }> = responsesOf(call)
  declared.set(name, answers)
  return answers
}

/** Validators by call and status, compiled when an answer needs them: a file sees few of the answers of each call. */
const validators = new Map<string, ValidateFunction | null>()
/** Returns null for an answer that has no JSON, undefined for a status that the document does not declare. */
const validatorOf = (name: string, call: Call, http: number): ValidateFunction | null | undefined => {
  const answers = declaredFor(name, call)
  const status = String(http) in answers ? String(http) : 'default'
  const answer = answers[status]
  if (!answer) return undefined
  const key = `${name} ${status}`
  const before = validators.get(key)
  if (before !== undefined) return before
  const schema = (answer.content as Record<string, { schema: object }> | undefined)?.['application/json']?.schema
  const compiled = schema ? ajv.compile(linked(schema)) : null
  validators.set(key, compiled)
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
  const valid = validatorOf(name, call, http)
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
