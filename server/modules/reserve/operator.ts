import type { FastifyInstance } from 'fastify'
import { isUuid } from '#contract/rules/bytes.ts'
import type { Tx } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, expecting, type Expected } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
import {
  findReservation,
  findByNumber,
  redeemedReservations,
  waitingReservations,
} from '#server/modules/booking/service.ts'
import { deliveredCodes, findOption, markUsed } from '#server/modules/goods/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import { findOrder } from '#server/modules/order/service.ts'
import type { Validity } from '#server/modules/point/service.ts'
import { redeemByHand, undoRedemption } from './redemption.ts'
import { answerRequest, refundedByHand } from './service.ts'

/**
 * `/operator/reservations`, for `npm run reservation:…`: reservations that wait for the place or for a refund, and what
 * the desk repairs at a partner. A reservation is named by its id or its number.
 */

const NO_CODE = 'This reservation has no such code that was shown and is not used.'
const NONE = 'No reservation with this id or number waits for that.'
/** Unknown, or in another state than the command needs. */
const EXPECTED: Expected = { E_NOT_FOUND: ['E_NOT_FOUND', NONE], E_RESERVE_STATE: ['E_NOT_FOUND', NONE] }

const ANSWERS: Record<string, (tx: Tx, rsvtUid: string, now: number, points: Validity) => Promise<void>> = {
  confirm: (tx, rsvtUid, now) => answerRequest(tx, { rsvtUid, accept: true }, now),
  decline: (tx, rsvtUid, now) => answerRequest(tx, { rsvtUid, accept: false }, now),
  refunded: (tx, rsvtUid, now, points) => refundedByHand(tx, points, rsvtUid, now),
  redeem: redeemByHand,
  undo: undoRedemption,
}

const idOf = async ({ db }: Deps, named: string): Promise<string | undefined> =>
  isUuid(named) ? named : (await findByNumber(db, named.toUpperCase()))?.rsvtUid

/** Adds the pages that list reservations, and one for each command about one. */
export const reservationPages = (app: FastifyInstance, deps: Deps): void => {
  const note = (tx: Tx, operator: string, target: string, after: object): Promise<void> =>
    noteOperatorChange(tx, { at: deps.clock(), operator, target, field: 'reservation', after })
  app.get(
    '/operator/reservations',
    forOperator(deps, async () => {
      const reservations = []
      for (const row of await waitingReservations(deps.db)) {
        const { rsvtUid, rsvtNumber, state, startsAt, goodsCnt, guestName, wish } = row
        const named = await findOption(deps.db, row.gdsDtlUid)
        const goods = named ? `${named.goods.doc.name.en}, ${named.option.doc.name.en}` : row.gdsDtlUid
        const order = row.ordUid === null ? undefined : await findOrder(deps.db, row.ordUid)
        const disputedAt = order?.disputedAt ?? null
        reservations.push({ rsvtUid, rsvtNumber, state, startsAt, goodsCnt, guestName, wish, goods, disputedAt })
      }
      const delivered = []
      for (const { rsvtUid, codeUid, shownAt } of await deliveredCodes(deps.db)) {
        const row = rsvtUid === null ? undefined : await findReservation(deps.db, rsvtUid)
        if (row) delivered.push({ rsvtUid: row.rsvtUid, rsvtNumber: row.rsvtNumber, codeUid, shownAt })
      }
      const used = []
      for (const { rsvtUid, rsvtNumber, goodsCnt, gdsDtlUid, usedAt, usedGateUid } of await redeemedReservations(
        deps.db,
      )) {
        const named = await findOption(deps.db, gdsDtlUid)
        used.push({ rsvtUid, rsvtNumber, goodsCnt, goods: named?.goods.doc.name.en ?? gdsDtlUid, usedAt, usedGateUid })
      }
      return { reservations, delivered, redeemed: used }
    }),
  )
  app.post(
    '/operator/reservations/:id/codes/:code/use',
    forOperator(deps, async ({ params: { id = '', code = '' }, operator }) => {
      const used =
        isUuid(id) &&
        isUuid(code) &&
        (await deps.db.transaction(async (tx) => {
          const isUsed = await markUsed(tx, { rsvtUid: id, codeUid: code }, deps.clock())
          if (isUsed) await note(tx, operator, id, { word: 'use', codeUid: code })
          return isUsed
        }))
      if (!used) throw new CommandRefused('E_NOT_FOUND', NO_CODE)
      return { codeUid: code }
    }),
  )
  for (const [word, answer] of Object.entries(ANSWERS))
    app.post(
      `/operator/reservations/:id/${word}`,
      forOperator(deps, async ({ params: { id = '' }, operator }) => {
        const rsvtUid = await idOf(deps, id)
        if (rsvtUid === undefined) throw new CommandRefused('E_NOT_FOUND', NONE)
        await expecting(EXPECTED, () =>
          deps.db.transaction(async (tx) => {
            await answer(tx, rsvtUid, deps.clock(), deps.config.points)
            await note(tx, operator, rsvtUid, { word })
          }),
        )
        const row = await findReservation(deps.db, rsvtUid)
        const isMember = row !== undefined && (await readMember(deps.db, row.memberId)) !== undefined
        // A member who deleted the account has no news feed.
        return { rsvtUid, toldYn: isMember ? 'Y' : 'N', guestEmail: row?.guestEmail ?? null }
      }),
    )
}
