import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { HEADER_IDEMPOTENCY, HEADER_OWNER } from '#contract/envelope.ts'
import type { Locale } from '#contract/locales.ts'
import type { Deps } from '#server/deps.ts'
import { parseBody } from './body.ts'
import { localeOf, sendData, sharedBody } from './envelope.ts'
import { checkPart, isEmpty } from './input.ts'
import { Malformed } from './json.ts'
import { namedAccount, addLogFacts } from './logLine.ts'
import type { WritePace } from './pace.ts'
import { Refusal } from './refusal.ts'
import type { Caller, Ctx, Gate, Served } from './serve.ts'
import { sendShared, SharedAnswer, type SharedAnswers } from './shared.ts'
import type { Authenticate } from './authenticate.ts'
import { claimOf, holdAll, createStoreAnswer, Replay, replayStored, whileRunning, writerOf } from './write.ts'

const BEARER = /^Bearer ([\w.~+/=-]{1,4096})$/i

/** The authenticated caller: a member, a gate, or neither. */
export interface Identity {
  member: Caller | null
  gate: Gate | null
}
export const NOBODY: Identity = { member: null, gate: null }

/** Authenticates the caller by the bearer token. Throws `E_TOKEN`, `E_GATE`, `E_OWNER`. */
export const identify = async (
  request: FastifyRequest,
  { call }: Served,
  deps: Deps,
  authenticate: Authenticate,
): Promise<Identity> => {
  const { authorization } = request.headers
  const token = BEARER.exec(authorization ?? '')?.[1]
  if (call.who === 'gate') {
    const gate = token === undefined ? null : await authenticate.gate(token, deps)
    if (!gate) throw new Refusal('E_GATE')
    return { member: null, gate }
  }
  if (call.who !== 'member' && call.who !== 'anyone') return NOBODY
  let member: Caller | null = null
  if (authorization !== undefined || call.who === 'member') {
    member = token === undefined ? null : await authenticate.member(token, deps)
    if (!member) throw new Refusal('E_TOKEN')
  }
  const owner = request.headers[HEADER_OWNER]
  if (owner !== undefined && owner !== member?.memberId) throw new Refusal('E_OWNER')
  return { member, gate: null }
}

/** Clients send `{}` with writes whose parameters stand in the query (spec 7.12): it counts as no body. */
const withoutEmpty = ({ body: schema }: Call, body: unknown): unknown =>
  schema?._zod.optin === 'optional' && isEmpty(body) ? undefined : body

const inputOf = ({ call }: Served, request: FastifyRequest) => {
  const query = request.query instanceof Malformed ? request.query : null
  if (query) throw new Refusal('E_INPUT', { fields: [{ field: 'query', reason: query.reason }] })
  const bytes = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined
  const raw = call.who === 'gateway' && call.media === undefined
  const body = raw ? bytes : withoutEmpty(call, parseBody(call, request.headers['content-type'], bytes))
  return {
    params: checkPart('params', call.params, request.params),
    query: checkPart('query', call.query, request.query),
    body: raw ? body : checkPart('body', call.body, body),
  }
}

/** What a route needs besides its call and handler. */
export interface RouteContext {
  deps: Deps
  authenticate: Authenticate
  shared: SharedAnswers
  /** Version of the data behind shared answers. */
  version: () => Promise<string>
  writePace: WritePace
  /** Paces the uploads of one member. Throws `E_THROTTLED`. */
  paceUpload: (deps: Deps, memberId: string) => Promise<unknown>
}

/** Returns the cache key of a shared answer; different spellings of the same query give the same key. */
const sharedName = ({ path }: Call, locale: Locale, { params, query }: { params: unknown; query: unknown }): string => {
  const { language: _, ...filters } = (query ?? {}) as Record<string, unknown>
  return JSON.stringify([path, locale, params, Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/**
 * Answers a call after the checks of `mount`: validates the input, handles the idempotency key, runs the handler, and
 * sends the envelope.
 */
export const answer = async (
  served: Served,
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  around: RouteContext,
): Promise<FastifyReply> => {
  const { call, handler } = served
  const { deps, shared, version } = around
  const locale = localeOf(request)
  if (call.shared) {
    const at = await version()
    const input = inputOf(served, request)
    const make = async () => new SharedAnswer(sharedBody(await handler(input, context(null))))
    return sendShared(request, reply, await shared.get(at, sharedName(call, locale, input), make))
  }

  const input = inputOf(served, request)
  addLogFacts(request, namedAccount(input))
  const claim = claimOf(deps, call, request.headers[HEADER_IDEMPOTENCY], identity, input)
  if (!claim) {
    const data = await handler(input, context(null))
    return reply.sent ? reply : sendData(request, reply, deps, data)
  }
  try {
    const data = await whileRunning(deps, claim, async () => {
      await replayStored(deps.db, claim)
      return handler(input, context(claim))
    })
    return sendData(request, reply, deps, data)
  } catch (error) {
    if (error instanceof Replay) return sendData(request, reply, deps, error.data)
    throw error
  }

  function context(of: typeof claim): Ctx<Caller | null, Gate | null> {
    const write = writerOf(deps, of, identity.member)
    const writeAlone = writerOf(deps, of, identity.member, holdAll)
    return {
      deps,
      locale,
      ...identity,
      ip: request.ip,
      request,
      reply,
      write,
      writeAlone,
      storeAnswer: createStoreAnswer(of, write),
    }
  }
}
