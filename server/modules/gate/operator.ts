import type { FastifyInstance } from 'fastify'
import { isUuid } from '#contract/rules/bytes.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, expecting } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
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
      gates: (await listGates(deps)).map(({ gateUid, kind, placeUid, label, enrolledAt, revokedAt }) => ({
        gateUid,
        kind,
        placeUid,
        label,
        enrolledAt,
        revokedAt,
      })),
    })),
  )
  app.get(
    '/operator/gates/conflicts',
    forOperator(deps, async () => ({ conflicts: await listConflicts(deps) })),
  )
  app.post(
    '/operator/gates/:id',
    forOperator(deps, ({ params: { id: placeUid = '' } }) =>
      expecting({ E_NOT_FOUND: ['E_NOT_FOUND', SENTENCES.noPlace] }, () => makeEnrolmentCode(deps, placeUid)),
    ),
  )
  app.delete(
    '/operator/gates/:id',
    forOperator(deps, async ({ params: { id: gateUid = '' } }) => {
      if (!isUuid(gateUid) || !(await revokeGate(deps, gateUid)))
        throw new CommandRefused('E_NOT_FOUND', SENTENCES.noGate)
      return { gateUid }
    }),
  )
}
