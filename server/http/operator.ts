import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from './headers.ts'
import { operatorOf } from './operatorToken.ts'

/**
 * `/operator/…`, for commands on the operator's terminal, which authenticate by the installation's secret. The running
 * server does the work, because an embedded database belongs to its process alone.
 */

const BEARER = /^Bearer ([\w.-]+)$/i
/** Shown to the operator in the terminal. */
const STRANGER = 'The server does not know this secret: use the DATA_DIR or SECRET_KEY that it runs with.'

/** Returns the name of the operator whose token the request has; sends 401 and returns null without a valid one. */
const operatorOrRefuse = async (deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<string | null> => {
  reply.headers(DATA_HEADERS).header('cache-control', 'no-store')
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const operator = await operatorOf(deps.keys, token, deps.clock())
  if (operator === null) await reply.status(401).send({ sentence: STRANGER })
  return operator
}

/**
 * Creates an `onRequest` hook that sends 401 without a valid operator token, before the body is read: for pages that take
 * large bodies.
 */
export const refuseStrangers =
  (deps: Deps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    (await operatorOrRefuse(deps, request, reply)) === null ? reply : undefined

/**
 * Creates a handler for operators. `work` gets the path parameters, the body (raw bytes), the operator's name and the
 * body's media type, and returns status and body; the terminal shows the body's `sentence`. Sends 401 without a valid
 * operator token.
 */
export const forOperator =
  (
    deps: Deps,
    work: (
      params: Record<string, string>,
      body: unknown,
      operator: string,
      contentType: string,
    ) => Promise<{ status?: number; body: object }>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const operator = await operatorOrRefuse(deps, request, reply)
    if (operator === null) return reply
    const contentType = request.headers['content-type'] ?? ''
    const { status = 200, body } = await work(
      request.params as Record<string, string>,
      request.body,
      operator,
      contentType,
    )
    return reply.status(status).send(body)
  }
