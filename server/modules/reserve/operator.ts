import type { FastifyInstance } from 'fastify'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { find, findByNumber, redeemed, waiting } from '#server/modules/booking/service.ts'
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

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const NO_CODE = 'This reservation has no such code that was shown and is not used.'
const NONE = 'No reservation with this id or number waits for that.'

const ANSWERS: Record<string, (tx: Tx, rsvtUid: string, now: number, points: Validity) => Promise<void>> = {
  confirm: (tx, rsvtUid, now) => answerRequest(tx, { rsvtUid, accept: true }, now),
  decline: (tx, rsvtUid, now) => answerRequest(tx, { rsvtUid, accept: false }, now),
  refunded: (tx, rsvtUid, now, points) => refundedByHand(tx, points, rsvtUid, now),
  redeem: redeemByHand,
  undo: undoRedemption,
}

const idOf = async ({ db }: Deps, named: string): Promise<string | undefined> =>
  UUID.test(named) ? named : (await findByNumber(db, named.toUpperCase()))?.rsvtUid

/** Adds the pages that list reservations, and one for each command about one. */
export const reservationPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/reservations',
    forOperator(deps, async () => {
      const reservations = []
      for (const row of await waiting(deps.db)) {
        const { rsvtUid, rsvtNumber, state, startsAt, goodsCnt, guestName, wish } = row
        const named = await findOption(deps.db, row.gdsDtlUid)
        const goods = named ? `${named.goods.doc.name.en}, ${named.option.doc.name.en}` : row.gdsDtlUid
        const order = row.ordUid === null ? undefined : await findOrder(deps.db, row.ordUid)
        const disputedAt = order?.disputedAt ?? null
        reservations.push({ rsvtUid, rsvtNumber, state, startsAt, goodsCnt, guestName, wish, goods, disputedAt })
      }
      const delivered = []
      for (const { rsvtUid, codeUid, shownAt } of await deliveredCodes(deps.db)) {
        const row = rsvtUid === null ? undefined : await find(deps.db, rsvtUid)
        if (row) delivered.push({ rsvtUid: row.rsvtUid, rsvtNumber: row.rsvtNumber, codeUid, shownAt })
      }
      const used = []
      for (const { rsvtUid, rsvtNumber, goodsCnt, gdsDtlUid, usedAt, usedGateUid } of await redeemed(deps.db)) {
        const named = await findOption(deps.db, gdsDtlUid)
        used.push({ rsvtUid, rsvtNumber, goodsCnt, goods: named?.goods.doc.name.en ?? gdsDtlUid, usedAt, usedGateUid })
      }
      return { body: { reservations, delivered, redeemed: used } }
    }),
  )
  app.post(
    '/operator/reservations/:id/codes/:code/use',
    forOperator(deps, async ({ id = '', code = '' }) => {
      const used =
        UUID.test(id) &&
        UUID.test(code) &&
        (await deps.db.transaction((tx) => markUsed(tx, { rsvtUid: id, codeUid: code }, deps.clock())))
      return used ? { body: { codeUid: code } } : { status: 404, body: { sentence: NO_CODE } }
    }),
  )
  for (const [word, answer] of Object.entries(ANSWERS))
    app.post(
      `/operator/reservations/:id/${word}`,
      forOperator(deps, async ({ id = '' }) => {
        const rsvtUid = await idOf(deps, id)
        if (rsvtUid === undefined) return { status: 404, body: { sentence: NONE } }
        try {
          await deps.db.transaction((tx) => answer(tx, rsvtUid, deps.clock(), deps.config.points))
          const row = await find(deps.db, rsvtUid)
          const isMember = row !== undefined && (await readMember(deps.db, row.memberId)) !== undefined
          // A member who deleted the account has no news feed.
          return { body: { rsvtUid, toldYn: isMember ? 'Y' : 'N', guestEmail: row?.guestEmail ?? null } }
        } catch (error) {
          if (error instanceof Refusal) return { status: 404, body: { sentence: NONE } }
          throw error
        }
      }),
    )
}
