import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { listConflicts, listGates, makeEnrolmentCode, revokeGate } from './service.ts'

/** `/operator/gates`, for `npm run gate:…`. */

/** Messages for the operator's terminal. */
const SENTENCES = {
  noPlace: 'There is no attraction, venue or receipt place with this id.',
  noGate: 'There is no enrolled gate with this id.',
}

/**
 * Adds `GET /operator/gates`, which lists gates; `GET /operator/gates/conflicts`, which lists entries that were kept for
 * the desk; `POST /operator/gates/:id`, which makes an enrolment code for a place; and `DELETE /operator/gates/:id`,
 * which revokes a gate. Answers 404 with a sentence for an unknown place or gate.
 */
export const operatorPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/gates',
    forOperator(deps, async () => ({
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
  app.get(
    '/operator/gates/conflicts',
    forOperator(deps, async () => ({ body: { conflicts: await listConflicts(deps) } })),
  )
  app.post(
    '/operator/gates/:id',
    forOperator(deps, async ({ id: placeUid = '' }) => {
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
    forOperator(deps, async ({ id: gateUid = '' }) => {
      const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(gateUid)
      if (isUuid && (await revokeGate(deps, gateUid))) return { body: { gateUid } }
      return { status: 404, body: { sentence: SENTENCES.noGate } }
    }),
  )
}
