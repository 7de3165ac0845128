import type { RouteOptions, FastifyInstance } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { BODY_MAX_BYTES, FILE_MAX_BYTES } from '#contract/limits.ts'
import { answer, identify, NOBODY, type RouteContext, type Identity } from './answer.ts'
import { checkContentType } from './body.ts'
import type { RouteConfig } from './envelope.ts'
import { DATA_HEADERS } from './headers.ts'
import { addLogFacts } from './logLine.ts'
import { checkOrigin } from './origin.ts'
import { createSingles, endAfterWork } from './pace.ts'
import { Refusal } from './refusal.ts'
import type { Served } from './serve.ts'

export const API = '/api/v1'
/** A file and the multipart framing around it. */
const UPLOAD_MAX_BYTES = FILE_MAX_BYTES + 4_096

/** `/pass/detail/{id}` → `/api/v1/pass/detail/:id`. A path that ends with a slash is served without it as well. */
const addressesOf = ({ path }: Call): string[] => {
  const address = API + path.replaceAll(/\{(\w+)\}/g, ':$1')
  return address.endsWith('/') ? [address, address.slice(0, -1)] : [address]
}

/** Checks that each call of the contract has exactly one handler. Throws a message for the operator otherwise. */
export const checkServed = (calls: ReadonlyMap<string, Call>, routes: readonly Served[]): void => {
  const wrong = [...calls].flatMap(([name, call]) => {
    const count = routes.filter((route) => route.call === call).length
    return count === 1 ? [] : [`${name} is ${count === 0 ? 'not served' : `served ${count} times`}`]
  })
  const table = new Set(calls.values())
  const strange = routes.filter(({ call }) => !table.has(call)).map(({ call }) => `${call.path} is not in the table`)
  const all = [...wrong, ...strange]
  if (all.length > 0) throw new Error(`The table of calls and the handlers differ: ${all.join(', ')}.`)
}

/** `Retry-After` in seconds while the disk is full. */
const FULL_RETRY_S = 30
const isUpload = ({ media }: Call): boolean => media === 'multipart/form-data'
const isWrite = ({ method, effect }: Call): boolean => method !== 'GET' || effect === true

/**
 * Registers the calls under `/api/v1`. Checks run in this order: origin, token, content type, disk space, pace, size,
 * schema. A body is read only after the pace of its sender allows it (security 3.1).
 */
export const mount = (app: FastifyInstance, routes: readonly Served[], around: RouteContext): void => {
  const callNames = new Map([...CALLS].map(([name, call]) => [call, name]))
  const identities = new WeakMap<object, Identity>()
  const uploads = createSingles()
  const running = new WeakMap<object, ReturnType<typeof endAfterWork>>()
  for (const served of routes) {
    const { call } = served
    const route: Omit<RouteOptions, 'url'> = {
      method: call.method,
      exposeHeadRoute: !call.effect,
      config: { call } satisfies RouteConfig,
      bodyLimit: isUpload(call) ? UPLOAD_MAX_BYTES : BODY_MAX_BYTES,
      onRequest: async (request, reply) => {
        reply.headers(DATA_HEADERS)
        addLogFacts(request, { call: callNames.get(call) ?? '' })
        checkOrigin(request, call, around.deps.config.publicUrl)
        const identity = await identify(request, served, around.deps, around.authenticate)
        identities.set(request, identity)
        if (identity.member) addLogFacts(request, { member: identity.member.memberId })
        if (identity.gate) addLogFacts(request, { gate: identity.gate.gateUid })
        if (call.method !== 'GET') checkContentType(request, call)
        if (isWrite(call) && !call.evenFull && around.deps.disk.isFull())
          throw new Refusal('E_UNAVAILABLE', { retryAfter: FULL_RETRY_S })
        if (!identity.member || !(isWrite(call) || call.paced)) return
        const { memberId } = identity.member
        around.writePace.take(memberId, around.deps.clock())
        if (!isUpload(call)) return
        const end = uploads.begin(memberId)
        running.set(request, endAfterWork(reply, end))
        await around.paceUpload(around.deps, memberId)
      },
      handler: (request, reply) => {
        const work = () => answer(served, identities.get(request) ?? NOBODY, request, reply, around)
        return running.get(request)?.(work) ?? work()
      },
    }
    for (const url of addressesOf(call)) app.route({ ...route, url })
  }
}

/**
 * Returns a function that gives the refusal for a path whose request no route takes: `E_METHOD` with the allowed
 * methods if a call has this path, else `E_ROUTE` with none.
 */
export const refuseUnknown = (calls: Iterable<Call>): ((path: string) => { refusal: Refusal; allow: string[] }) => {
  const patterns = [...calls].map((call) => ({
    pattern: new RegExp(
      `^${API}${call.path
        .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replaceAll(/\{\w+\}/g, '[^/]+')
        .replace(/\/$/, '/?')}$`,
    ),
    methods: call.method === 'GET' && !call.effect ? ['GET', 'HEAD'] : [call.method],
  }))
  return (path) => {
    const allow = new Set(patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
    return { refusal: new Refusal(allow.size > 0 ? 'E_METHOD' : 'E_ROUTE'), allow: [...allow].toSorted() }
  }
}
