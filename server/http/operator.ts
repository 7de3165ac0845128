import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { translate } from '#server/texts.ts'
import { CommandRefused } from './command.ts'
import { DATA_HEADERS } from './headers.ts'
import { operatorOf } from './operatorToken.ts'
import { Refusal } from './refusal.ts'

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

/** A command as it reaches the server. */
export interface OperatorRequest {
  /** Path parameters. */
  params: Record<string, string>
  /** Name of the account that typed the command. */
  operator: string
  /** Raw bytes; empty without a body. */
  body: Buffer
  /** The body as UTF-8. */
  text: string
  /** Media type of the body; empty without one. */
  contentType: string
}

/** A `Refusal` that a command does not expect still names its code. */
const refusalOf = (error: unknown): CommandRefused | null => {
  if (error instanceof CommandRefused) return error
  if (!(error instanceof Refusal)) return null
  const { code } = error
  return new CommandRefused(
    code,
    `Nothing was changed (${code}). A visitor would read: ${translate('en', `error.${code}`)}`,
  )
}

/**
 * Creates a handler for operators; `work` returns the body of the answer. A `CommandRefused` is answered with its status,
 * `code` and `sentence`, which the terminal shows; a `Refusal` that `work` does not expect with its own code and a
 * sentence that names it, so `work` must have changed nothing then. Sends 401 without a valid operator token.
 */
export const forOperator =
  (deps: Deps, work: (request: OperatorRequest) => Promise<object>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const operator = await operatorOrRefuse(deps, request, reply)
    if (operator === null) return reply
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const params = request.params as Record<string, string>
    const contentType = request.headers['content-type'] ?? ''
    const command = { params, operator, body, text: body.toString('utf8'), contentType }
    let answer: object
    try {
      answer = await work(command)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      return reply.status(refusal.status).send({ code: refusal.code, sentence: refusal.message })
    }
    return reply.send(answer)
  }
