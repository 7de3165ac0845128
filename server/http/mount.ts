import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { BODY_MAX_BYTES, FILE_MAX_BYTES } from '#contract/limits.ts'
import { answer, identify, NOBODY, type Around, type Identity } from './answer.ts'
import { checkContentType } from './body.ts'
import { DATA_HEADERS } from './headers.ts'
import { checkOrigin } from './origin.ts'
import { Refusal } from './refusal.ts'
import type { Served } from './serve.ts'

export const API = '/api/v1'
/** A file and what stands around it. */
const UPLOAD_MAX_BYTES = FILE_MAX_BYTES + 4_096

/** `/pass/detail/{id}` → `/api/v1/pass/detail/:id`. */
const addressOf = ({ path }: Call): string => API + path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Every row of the contract is served, and by one handler. Throws what is wrong, for the operator. */
export const checkServed = (calls: ReadonlyMap<string, Call>, routes: readonly Served[]): void => {
  const wrong = [...calls].flatMap(([name, call]) => {
    const count = routes.filter((route) => route.call === call).length
    return count === 1 ? [] : [`${name} is ${count === 0 ? 'not served' : `served ${count} times`}`]
  })
  const known = new Set(calls.values())
  const strange = routes.filter(({ call }) => !known.has(call)).map(({ call }) => `${call.path} is not in the table`)
  const all = [...wrong, ...strange]
  if (all.length > 0) throw new Error(`The table of calls and the handlers differ: ${all.join(', ')}.`)
}

/** How long a caller waits before it tries a full disk again. */
const FULL_RETRY_S = 30
const isWrite = ({ method, effect }: Call): boolean => method !== 'GET' || effect === true

/** Puts the calls under `/api/v1`. Checked in this order: origin, token, content type, size, schema. */
export const mount = (app: FastifyInstance, routes: readonly Served[], around: Around): void => {
  const known = new WeakMap<object, Identity>()
  for (const served of routes) {
    const { call } = served
    app.route({
      method: call.method,
      url: addressOf(call),
      exposeHeadRoute: !call.effect,
      bodyLimit: call.media === 'multipart/form-data' ? UPLOAD_MAX_BYTES : BODY_MAX_BYTES,
      onRequest: async (request, reply) => {
        reply.headers(DATA_HEADERS)
        checkOrigin(request, call, around.deps.config.publicUrl)
        known.set(request, await identify(request, served, around.deps, around.authenticate))
        if (call.method !== 'GET') checkContentType(request, call)
        if (around.deps.disk.isFull() && isWrite(call)) throw new Refusal('E_UNAVAILABLE', { retryAfter: FULL_RETRY_S })
      },
      handler: (request, reply) => answer(served, known.get(request) ?? NOBODY, request, reply, around),
    })
  }
}

/** For an address of the API that no route took: another method than the table has, or nothing at all. */
export const refuseUnknown = (calls: Iterable<Call>): ((path: string) => Refusal) => {
  const known = [...calls].map((call) => ({
    pattern: new RegExp(`^${API}${call.path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return (path) => new Refusal(known.some(({ pattern }) => pattern.test(path)) ? 'E_METHOD' : 'E_ROUTE')
}
