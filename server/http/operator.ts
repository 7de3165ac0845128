import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from './headers.ts'
import { operatorOf } from './operatorToken.ts'

/**
 * `/operator/…`, for commands on the operator's terminal: whoever holds the installation's secret may ask. The running
 * server does the work, for an embedded database belongs to its process alone.
 */

const BEARER = /^Bearer ([\w.-]+)$/i
/** A person reads it in a terminal. */
const STRANGER = 'The server does not know this secret: use the DATA_DIR or SECRET_KEY that it runs with.'

/**
 * Answers an operator with what `work` makes of the names in the path, of the body, which is bytes as they came, and of
 * who asks; a `sentence` is shown in the terminal.
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
