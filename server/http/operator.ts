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

/**
 * Creates a handler for operators. `work` gets the path parameters, the body (raw bytes) and the operator's name, and
 * returns status and body; the terminal shows the body's `sentence`. Sends 401 without a valid operator token.
 */
export const forOperator =
  (
    deps: Deps,
    work: (
      params: Record<string, string>,
      body: unknown,
      operator: string,
    ) => Promise<{ status?: number; body: object }>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(DATA_HEADERS).header('cache-control', 'no-store')
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const operator = await operatorOf(deps.keys, token, deps.clock())
    if (operator === null) return reply.status(401).send({ sentence: STRANGER })
    const { status = 200, body } = await work(request.params as Record<string, string>, request.body, operator)
    return reply.status(status).send(body)
  }
