import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Keys } from '#server/keys.ts'
import { addressClass } from '#server/modules/session/address.ts'

/** What is known of a request by the time its line is written. */
interface Facts {
  code?: ErrorCode | 'hung_up'
  /** Where it comes from. Noted when it begins: a closed connection has no address. */
  address?: string
  member?: string
  gate?: string
  /** The email that the request names: whose password is guessed, which mailbox gets mail. */
  account?: string
}
const factsByRequest = new WeakMap<FastifyRequest, Facts>()

/** Remembers what the line of this request is to say. */
export const note = (request: FastifyRequest, facts: Facts): void => {
  factsByRequest.set(request, { ...factsByRequest.get(request), ...facts })
}

/** Remembers where a request comes from. */
export const noteAddress = (request: FastifyRequest): void => note(request, { address: addressClass(request.ip) })

/** The email that an input names, if there is one. */
export const namedAccount = (input: { query: unknown; body: unknown }): { account?: string } => {
  for (const fields of [input.body, input.query]) {
    const { id, email } = (fields ?? {}) as { id?: unknown; email?: unknown }
    for (const value of [id, email])
      if (typeof value === 'string' && value.includes('@')) return { account: value.toLowerCase() }
  }
  return {}
}

/** 72 bits: enough to tell one from another, and no way back without the key. */
const HASH_CHARS = 12

const written = new WeakSet<FastifyRequest>()

/**
 * Writes the one line of a request, without a `reply` of one whose caller hung up. It names the code of a refusal and, as keyed hashes, who asked and from which
 * neighbourhood: the same in each line of this installation, so that an attack stands out and nobody is named.
 */
export const writeLine = (keys: Keys, request: FastifyRequest, reply: FastifyReply | null): void => {
  if (written.has(request)) return
  written.add(request)
  const key = keys.secret('log')
  const hashed = (what: string, value: string | undefined): string | undefined =>
    value === undefined
      ? undefined
      : createHmac('sha256', key).update(`${what} ${value}`).digest('base64url').slice(0, HASH_CHARS)
  const { code, address, member, gate, account } = factsByRequest.get(request) ?? {}
  request.log.info({
    method: request.method,
    path: request.url.split('?', 1)[0],
    status: reply?.statusCode,
    code,
    from: hashed('address', address),
    member: hashed('member', member),
    gate: hashed('gate', gate),
    account: hashed('account', account),
    ms: reply ? Math.round(reply.elapsedTime) : undefined,
  })
}
