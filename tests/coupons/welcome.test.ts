import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as coupon from '#contract/calls/coupon.ts'
import { list as newsList } from '#contract/calls/newsfeed.ts'
import * as profile from '#contract/calls/profile.ts'
import { coupon as couponTable, couponIssue } from '#server/db/schema/coupon.ts'
import { giveWelcome } from '#server/modules/coupon/service.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD, signUpMember, type App } from '../harness/factories.ts'
import { openRace, type Race } from '../harness/race.ts'

const FIFTEEN = 15

const held = (app: App, memberId: string) =>
  app.deps.db.select().from(couponTable).where(eq(couponTable.memberId, memberId))

describe.each(drawnEngines())('the welcome coupon on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine, welcome: true })
  })
  afterAll(() => app.close())

  test('each new member gets 3,000 won off a pass, once, with a news entry', async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    const wallet = async () => (await app.call(coupon.myCoupon, { token, query: { psTycd: 'usable' } })).data?.list
    expect(await wallet()).toEqual([])
    await runDueJobs(app.deps)
    expect(await wallet()).toMatchObject([{ couponPblcnUid: 'welcome-3000', kind: 'amount', value: 3_000 }])
    const news = (await app.call(newsList, { token })).data?.list
    expect(news?.filter(({ type }) => type === 'coupon')).toHaveLength(1)
    await app.deps.db.transaction((tx) => giveWelcome(tx, memberId, app.deps.clock()))
    await runDueJobs(app.deps)
    expect(await held(app, memberId)).toHaveLength(1)
    // A gift of ours cannot be downloaded.
    const taken = await app.call(coupon.insert, { token, body: { couponPblcnUid: 'welcome-3000' } })
    expect(taken.status.code).toBe('E_NOT_FOUND')
  })

  test('a member who comes when none are left gets none', async () => {
    const { db } = app.deps
    const isWelcome = eq(couponIssue.couponPblcnUid, 'welcome-3000')
    const { memberId } = await signUpMember(app)
    await db.update(couponIssue).set({ available: 0 }).where(isWelcome)
    await runDueJobs(app.deps)
    expect(await held(app, memberId)).toEqual([])
    await db.update(couponIssue).set({ available: null }).where(isWelcome)
  })

  test('a member who withdraws before it is given gets none', async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    await app.call(profile.signOut, { token, body: { agreeYn: 'Y', password: PASSWORD } })
    await runDueJobs(app.deps)
    expect(await held(app, memberId)).toEqual([])
  })
})

describe('the welcome coupon given several times at once, on postgres', () => {
  let race: Race
  let app: App
  beforeAll(async () => {
    race = openRace()
    app = await openApp({ engine: 'postgres', welcome: true })
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await app.close()
  })

  const giveTogether = async () => {
    const { memberId } = await signUpMember(app)
    const give = () => app.deps.db.transaction((tx) => giveWelcome(tx, memberId, app.deps.clock()))
    await race.runTogether(
      app.deps.config.databaseUrl ?? '',
      { text: 'select 1 from coupon_issue where coupon_pblcn_uid = $1 for update', values: ['welcome-3000'] },
      Array.from({ length: FIFTEEN }, () => give),
    )
    return (await held(app, memberId)).length
  }
  test('is stored once', async () => {
    expect(await giveTogether()).toBe(1)
  })
  test('twin: without the unique index on issue and member, it is stored several times', async () => {
    await app.deps.db.execute('drop index coupon_taken')
    race.without(/ on conflict \("taken_key"\) do nothing/, '')
    expect(await giveTogether()).toBeGreaterThan(1)
  })
})
