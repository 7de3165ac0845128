import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { DAY_MS } from '#contract/time.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, readCommand } from '#server/http/command.ts'
import { koreanDayField, wholeNumber } from '#server/http/commandFields.ts'
import { forOperator } from '#server/http/operator.ts'
import * as store from './promo.store.ts'

/** `/operator/promos`, for `npm run promo:set` and `promo:list`. */

const CODE = /^[A-Z\d][A-Z\d-]{3,19}$/
const USES_MAX = 1_000_000

/** `null` removes a limit or a last day. Days are days in Korea; `until` is the last one. */
const changes = z.strictObject({
  percent: z.optional(wholeNumber(1, 100)),
  from: z.optional(koreanDayField),
  until: z.optional(z.nullable(koreanDayField)),
  uses: z.optional(z.nullable(wholeNumber(1, USES_MAX))),
  perMember: z.optional(z.nullable(wholeNumber(1, USES_MAX))),
  end: z.optional(z.literal(true, { error: 'must be true' })),
})
type Changes = z.output<typeof changes>

const changed = (before: store.PromoCode, wanted: Changes, now: number): store.PromoCode => ({
  ...before,
  percent: wanted.percent ?? before.percent,
  startsAt: wanted.from ?? before.startsAt,
  endsAt: wanted.end
    ? now
    : wanted.until === undefined
      ? before.endsAt
      : wanted.until === null
        ? null
        : wanted.until + DAY_MS,
  usesMax: wanted.uses === undefined ? before.usesMax : wanted.uses,
  memberUsesMax: wanted.perMember === undefined ? before.memberUsesMax : wanted.perMember,
  sample: false,
})

/** Throws `E_INPUT` for terms under which the code is never valid from `now` on, unless the command ends the code. */
const checkPeriod = ({ startsAt, endsAt }: store.PromoCode, { until, end }: Changes, now: number): void => {
  if (endsAt === null || end) return
  if (endsAt <= now)
    throw new CommandRefused('E_INPUT', until === undefined ? 'The code is over: name until, too.' : 'until is over.')
  if (endsAt <= startsAt) throw new CommandRefused('E_INPUT', 'until must not be before from.')
}

interface Wanted {
  code: string
  operator: string
  wanted: Changes
}

const setCode = ({ db, clock, log }: Deps, { code, operator, wanted }: Wanted): Promise<store.PromoCode> =>
  db.transaction(async (tx) => {
    const now = clock()
    const before = await store.lockCode(tx, code)
    if (!before && wanted.end) throw new CommandRefused('E_NOT_FOUND', `There is no promotion code ${code}.`)
    if (wanted.end && before?.endsAt != null && before.endsAt <= now)
      throw new CommandRefused('E_OVER', `The promotion code ${code} is over already.`)
    if (!before && wanted.percent === undefined)
      throw new CommandRefused('E_INPUT', `percent is missing: there is no promotion code ${code} yet.`)
    const fresh = { code, percent: 0, startsAt: now, endsAt: null, usesMax: null, memberUsesMax: null, sample: false }
    const after = changed(before ?? fresh, wanted, now)
    checkPeriod(after, wanted, now)
    if (before) await store.updateCode(tx, after)
    else if (!(await store.insertCode(tx, after)))
      throw new CommandRefused('E_EXISTS', `Another command has just created ${code}: enter yours a second time.`)
    await noteOperatorChange(tx, { at: now, operator, target: code, field: 'promo', before: before ?? null, after })
    log.info({ operator, target: code, change: 'promo' }, 'an operator changed a promotion code')
    return after
  })

/** Adds the pages that list promotion codes, and create, change or end one. */
export const promoPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/promos',
    forOperator(deps, async () => {
      const codes = await store.allCodes(deps.db)
      return {
        promos: await Promise.all(
          codes.map(async (promo) => ({ ...promo, uses: await store.countUses(deps.db, promo.code) })),
        ),
      }
    }),
  )
  app.post(
    '/operator/promos/:code',
    forOperator(deps, async ({ params: { code: typed = '' }, body, operator }) => {
      const code = typed.toUpperCase()
      if (!CODE.test(code))
        throw new CommandRefused('E_INPUT', 'The code must be 4 to 20 letters A to Z, digits and hyphens.')
      const wanted = readCommand(changes, body)
      if (Object.keys(wanted).length === 0) throw new CommandRefused('E_INPUT', 'Nothing is to be changed.')
      return setCode(deps, { code, operator, wanted })
    }),
  )
}
