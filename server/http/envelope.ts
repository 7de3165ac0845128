import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { HEADER_LANGUAGE, HEADER_NONCE, HEADER_REQUEST_ID, OK, type Envelope } from '#contract/envelope.ts'
import { localeOfCode, localeOfTravelCode, type Locale } from '#contract/locales.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { translate } from '#server/texts.ts'
import { addLogFacts } from './logLine.ts'
import { Refusal, type RefusalDetails } from './refusal.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const NONCE = /^[\w-]{1,64}$/
/** `Retry-After` in seconds while the database is not available. */
const AWAY_RETRY_S = 2

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Settings of a route that serves a call. */
export interface RouteConfig {
  call: Call
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Returns the language of a call, also of its refusals: a parameter for the language that is not blank overrides the
 * header; unknown values mean English (spec 7.1, 7.2, decision 0074).
 */
export const localeOf = (request: FastifyRequest): Locale => {
  const { language, languageCd } = (request.query ?? {}) as Record<string, unknown>
  const parameter = [language, languageCd].find(isText)
  if (parameter === undefined) return localeOfCode(headerOf(request, HEADER_LANGUAGE))
  // A refused address has no route.
  const { call } = (request.routeOptions?.config ?? {}) as Partial<RouteConfig>
  return (call?.travelCodes ? localeOfTravelCode(parameter) : undefined) ?? localeOfCode(parameter)
}

/** Returns the body of a success without clock and nonce, so that it can be shared by all callers. */
export const sharedBody = (data: unknown): string =>
  JSON.stringify({ status: { code: OK, message: 'OK' }, data } satisfies Envelope<unknown>)

const clockOf = (request: FastifyRequest, deps: Deps): { serverNow?: number; nonce?: string } => {
  const nonce = headerOf(request, HEADER_NONCE)
  return nonce !== undefined && NONCE.test(nonce) ? { serverNow: deps.clock(), nonce } : {}
}

/** Sends a success to one caller, as `no-store`. */
export const sendData = (request: FastifyRequest, reply: FastifyReply, deps: Deps, data: unknown): FastifyReply => {
  const body: Envelope<unknown> = { status: { code: OK, message: 'OK', ...clockOf(request, deps) }, data }
  return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(JSON.stringify(body))
}

const sendRefusal = (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  code: ErrorCode,
  { fields, retryAfter }: RefusalDetails = {},
): FastifyReply => {
  addLogFacts(request, { code })
  const body: Envelope<null> = {
    status: {
      code,
      message: translate(localeOf(request), `error.${code}`),
      ...(fields && { fields }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...clockOf(request, deps),
    },
    data: null,
  }
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  if (ERRORS[code] >= 500) void reply.header(HEADER_REQUEST_ID, request.id)
  return reply.status(ERRORS[code]).header('cache-control', 'no-store').type(JSON_TYPE).send(JSON.stringify(body))
}

/** Errors that Fastify raises before a handler runs. */
const FASTIFY: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'E_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'E_INPUT',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'E_CONTENT_TYPE',
  FST_ERR_BAD_URL: 'E_ROUTE',
}

/** Whether the caller closed the connection before the end of the body. */
const hasHungUp = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Handles everything that is thrown. Of an unforeseen error the caller learns only `E_INTERNAL`. */
export const sendError = (request: FastifyRequest, reply: FastifyReply, deps: Deps, error: unknown): FastifyReply => {
  if (error instanceof Refusal) return sendRefusal(request, reply, deps, error.code, error.details)
  if (isDatabaseAway(error)) return sendRefusal(request, reply, deps, 'E_UNAVAILABLE', { retryAfter: AWAY_RETRY_S })
  if (hasHungUp(request)) {
    // The caller is gone and reads no answer; the hook `onRequestAbort` writes the log line.
    const unread = sendRefusal(request, reply, deps, 'E_INPUT')
    addLogFacts(request, { code: 'hung_up' })
    return unread
  }
  const code = FASTIFY[(error as { code?: string }).code ?? '']
  if (code) return sendRefusal(request, reply, deps, code)
  logUnforeseen(request, error)
  return sendRefusal(request, reply, deps, 'E_INTERNAL')
}

/** Logs an error that no code expects, without what may be personal. */
export const logUnforeseen = (request: FastifyRequest, error: unknown): void =>
  request.log.error({ err: safe(error) }, 'unforeseen error')

/** Strips an error for the log: the message of a failed query contains its parameters, which may be personal. */
const safe = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { type: typeof error }
  const root = error.cause instanceof Error ? error.cause : error
  const { code, constraint } = root as { code?: unknown; constraint?: unknown }
  const isQuery = error.cause !== undefined || code !== undefined
  return {
    type: root.name,
    code,
    constraint,
    ...(isQuery ? {} : { message: error.message }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  }
}
