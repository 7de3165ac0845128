import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember, type App } from '../harness/factories.ts'
import { createPoints, drawHistory, randomFrom, type Step } from './pointHistories.ts'
import { openPointLedger, type PointLedger } from './pointLedger.ts'

/** Few in `npm test`, many in `npm run faults`. */
const HISTORIES = Number(process.env.POINT_HISTORIES ?? 40)

describe.each(drawnEngines())('random histories of points, on %s', (engine) => {
  let app: App
  let points: PointLedger
  let memberId = ''
  beforeAll(async () => {
    app = await openApp({ engine })
    points = openPointLedger(app)
    memberId = (await signUpMember(app)).memberId
  })
  afterAll(() => app.close())

  /** Does what the model did; returns the code of a refusal. */
  const play = async (step: Step, now: number, orders: { earned: string[]; spent: string[] }) => {
    if (step.kind === 'earn' && step.validDays === null)
      orders.earned.push(await points.earnForEver(memberId, step.amount, now))
    else if (step.kind === 'earn')
      orders.earned.push(await points.earn(memberId, step.amount, { now, validDays: step.validDays ?? 0 }))
    else if (step.kind === 'spend') {
      const ordUid = await points.spend(memberId, step.amount, now)
      const isRefused = ordUid === 'E_POINTS'
      orders.spent.push(isRefused ? crypto.randomUUID() : ordUid)
      return isRefused
    } else if (step.kind === 'return')
      await points.giveBack(memberId, orders.spent[step.nth] ?? '', now, step.validDays)
    else if (step.kind === 'take_back') await points.giveBack(memberId, orders.earned[step.nth] ?? '', now)
    else if (step.kind === 'job') await points.runJob(now)
    return false
  }

  test(`in ${HISTORIES} the balance is what a model of single points has, the ledger adds up to it, and no point expires before its day`, async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      for (const table of ['point_entry', 'point_account'])
        await app.deps.db.execute(sql`delete from ${sql.identifier(table)} where member_id = ${memberId}`)
      const model = createPoints()
      const orders = { earned: [], spent: [] }
      const steps = drawHistory(randomFrom(seed))
      for (const step of [...steps, { kind: 'job' } as const]) {
        const effect = model.play(step)
        const message = JSON.stringify({ seed, step, steps })
        const isRefused = await play(step, effect.now, orders)
        expect(isRefused, message).toBe(step.kind === 'spend' && effect.moved === 0)
        expect(await points.balance(memberId, effect.now), message).toBe(effect.points.length)
      }
      const rows = await points.ledger(memberId)
      const sum = rows.reduce((all, { amount }) => all + amount, 0)
      expect([sum, rows.at(-1)?.balance ?? 0]).toEqual(Array(2).fill((await points.account(memberId))?.balance ?? 0))
      expect(rows.filter(({ balance }) => balance < 0)).toEqual([])
      const ends = new Map(rows.filter(({ amount }) => amount > 0).map(({ ordUid, expireAt }) => [ordUid, expireAt]))
      for (const { kind, ordUid, at } of rows)
        if (kind === 'expire') expect(ends.get(ordUid) ?? Infinity).toBeLessThanOrEqual(at)
    }
  })
})
