import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as profile from '#contract/calls/profile.ts'
import { member } from '#server/db/schema/member.ts'
import { news } from '#server/db/schema/news.ts'
import { JOB_KINDS } from '#server/modules/index.ts'
import { runJobs } from '#server/modules/job/service.ts'
import { startCampaign } from '#server/modules/news/campaign.ts'
import { openApp } from '../harness/app.ts'
import { signUpMember, type App } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'
import { openRace, type Race } from '../harness/race.ts'

/** One less than the connections of the pool. */
const MANY = 15
const TEXT = everyLanguage({ en: 'Two nights for one' })

describe('offers that are sent while something else happens, on postgres', () => {
  let race: Race
  let app: App
  beforeAll(async () => {
    race = openRace()
    app = await openApp({ engine: 'postgres' })
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await app.close()
  })

  const url = () => app.deps.config.databaseUrl ?? ''
  const start = (campaign: string) =>
    startCampaign(app.deps, { campaign, title: TEXT, content: TEXT, path: '/tour', contact: '051-000-0000' }, 'mina')
  const sendPage = () =>
    runJobs(
      app.deps,
      JOB_KINDS.filter(({ kind }) => kind === 'news-campaign'),
    )
  const offers = async (memberId: string) =>
    (await app.deps.db.select().from(news).where(eq(news.memberId, memberId))).filter(({ kind }) => kind === 'offer')

  test('one campaign that is sent many times at once is started once', async () => {
    const started = await Promise.allSettled(Array.from({ length: MANY }, () => start('race-once')))
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  /** The consent is withdrawn in a transaction that is open while the page is written. */
  const withdrawWhile = async (campaign: string, isGuarded: boolean) => {
    const { memberId, accessToken: token } = await signUpMember(app)
    await app.call(profile.update, { token, body: { marketingYn: 'Y' } })
    await start(campaign)
    const withdrawal = { text: 'update member set marketing_at = null where id = $1', values: [memberId] }
    await race.whileHeld(url(), withdrawal, async (commit) => {
      const page = sendPage()
      // With the guard the page waits for the withdrawal; its twin is over before.
      await (isGuarded ? race.waitForLocks(url(), 1) : page)
      await commit()
      await page
    })
    const [row] = await app.deps.db.select().from(member).where(eq(member.id, memberId))
    expect(row?.marketingAt).toBeNull()
    return offers(memberId)
  }
  test('a member whose withdrawal of the consent is being written gets nothing', async () => {
    expect(await withdrawWhile('race-consent', true)).toEqual([])
  })
  test('twin: without the lock on the members, an offer is written for one who withdraws', async () => {
    const guard = race.without(/(from "member" where .*) for share$/, '$1')
    expect(await withdrawWhile('race-twin', false)).toHaveLength(1)
    expect(guard.count).toBeGreaterThan(0)
  })
})
