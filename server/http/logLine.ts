import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Keys } from '#server/keys.ts'
import { addressClass } from '#server/modules/session/neighbourhood.ts'
import { pathForLog } from './secretPaths.ts'

/** Facts for the log line of a request, collected while it is handled. */
interface Facts {
  code?: ErrorCode | 'hung_up'
  /** Name of the call in the contract. */
  call?: string
  /** Neighbourhood of the caller. Noted at the start, because a closed connection has no address. */
  address?: string
  member?: string
  gate?: string
  /** The email in the request: whose password is being guessed, which mailbox gets mail. */
  account?: string
}
const factsByRequest = new WeakMap<FastifyRequest, Facts>()

/** Adds facts to the log line of this request. */
export const addLogFacts = (request: FastifyRequest, facts: Facts): void => {
  factsByRequest.set(request, { ...factsByRequest.get(request), ...facts })
}

/** Notes the neighbourhood from which a request comes. */
export const noteAddress = (request: FastifyRequest): void =>
  addLogFacts(request, { address: addressClass(request.ip) })

/** Returns the email in `id` or `email` of an input, in lower case, if there is one. */
export const namedAccount = (input: { query: unknown; body: unknown }): { account?: string } => {
  for (const fields of [input.body, input.query]) {
    const { id, email } = (fields ?? {}) as { id?: unknown; email?: unknown }
    for (const value of [id, email])
      if (typeof value === 'string' && value.includes('@')) return { account: value.toLowerCase() }
  }
  return {}
}

/** What metrics count of one answer; they never hold who called. */
export interface AnswerFacts {
  /** Name of the call in the contract; `page` for everything else. */
  call: string
  /** The code of the refusal, else the HTTP status. */
  outcome: string
  /** Undefined when the caller hung up. */
  ms: number | undefined
}

/** 72 bits: enough to distinguish values, and not reversible without the key. */
const HASH_CHARS = 12

/**
 * Returns a keyed hash of a person or an address for the log: the same in all lines of this installation, so that lines
 * about one can be found without naming anybody (security 14). An `account` is an email address in lower case.
 */
export const hashForLog = (
  keys: Pick<Keys, 'secret'>,
  purpose: 'address' | 'member' | 'gate' | 'account',
  value: string,
) => createHmac('sha256', keys.secret('log')).update(`${purpose} ${value}`).digest('base64url').slice(0, HASH_CHARS)

const written = new WeakSet<FastifyRequest>()

/**
 * Writes the log line of a request, once; `reply` is null when the caller hung up. The line has the error code and, as
 * keyed hashes, the caller and the neighbourhood, so that an attack can be recognised. Returns what metrics count, null
 * when the line was written before.
 */
export const writeLine = (keys: Keys, request: FastifyRequest, reply: FastifyReply | null): AnswerFacts | null => {
  if (written.has(request)) return null
  written.add(request)
  const hashed = (purpose: Parameters<typeof hashForLog>[1], value: string | undefined): string | undefined =>
    value === undefined ? undefined : hashForLog(keys, purpose, value)
  const { code, call = 'page', address, member, gate, account } = factsByRequest.get(request) ?? {}
  request.log.info({
    method: request.method,
    path: pathForLog(request),
    status: reply?.statusCode,
    code,
    from: hashed('address', address),
    member: hashed('member', member),
    gate: hashed('gate', gate),
    account: hashed('account', account),
    ms: reply ? Math.round(reply.elapsedTime) : undefined,
  })
  return { call, outcome: code ?? String(reply?.statusCode ?? ''), ms: reply?.elapsedTime }
}
