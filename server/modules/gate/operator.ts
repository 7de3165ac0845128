import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isOperatorToken } from './operatorToken.ts'
import { listGates, makeEnrolmentCode, revokeGate } from './service.ts'

/**
 * `/operator/gates`, for `npm run gate:…`: whoever holds the installation's secret may give out enrolment codes. The
 * running server does it, for an embedded database belongs to its process alone.
 */

const BEARER = /^Bearer ([\w.-]+)$/i

/** A person reads these in a terminal. */
const SENTENCES = {
  stranger: 'The server does not know this secret: use the DATA_DIR or SECRET_KEY that it runs with.',
  noPlace: 'There is no attraction, venue or receipt place with this id.',
  noGate: 'There is no enrolled gate with this id.',
}

export const operatorPages = (app: FastifyInstance, deps: Deps): void => {
  const answer =
    (work: (id: string) => Promise<{ status?: number; body: object }>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.headers(DATA_HEADERS).header('cache-control', 'no-store')
      const token = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (!(await isOperatorToken(deps.keys, token, deps.clock())))
        return reply.status(401).send({ sentence: SENTENCES.stranger })
      const { id = '' } = request.params as { id?: string }
      const { status = 200, body } = await work(id)
      return reply.status(status).send(body)
    }

  app.get(
    '/operator/gates',
    answer(async () => ({
      body: {
        gates: (await listGates(deps)).map(({ gateUid, kind, placeUid, label, enrolledAt, revokedAt }) => ({
          gateUid,
          kind,
          placeUid,
          label,
          enrolledAt,
          revokedAt,
        })),
      },
    })),
  )
  app.post(
    '/operator/gates/:id',
    answer(async (placeUid) => {
      try {
        return { body: await makeEnrolmentCode(deps, placeUid) }
      } catch (error) {
        if (error instanceof Refusal) return { status: 404, body: { sentence: SENTENCES.noPlace } }
        throw error
      }
    }),
  )
  app.delete(
    '/operator/gates/:id',
    answer(async (gateUid) => {
      const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(gateUid)
      if (isUuid && (await revokeGate(deps, gateUid))) return { body: { gateUid } }
      return { status: 404, body: { sentence: SENTENCES.noGate } }
    }),
  )
}
