import type { Call } from './call.ts'
import * as groups from './groups.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value

/**
 * All calls by name (`pass.buyPass`): the server must serve each, the OpenAPI document lists each. Not for the browser,
 * which would load every schema.
 */
export const CALLS: ReadonlyMap<string, Call> = new Map(
  Object.entries(groups).flatMap(([group, entries]) =>
    Object.entries(entries).flatMap(([name, value]) => (isCall(value) ? [[`${group}.${name}`, value] as const] : [])),
  ),
)
