import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import * as profile from '#contract/calls/profile.ts'
import * as push from '#contract/calls/push.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { newsCampaign } from '#server/db/schema/campaign.ts'
import { job as jobTable } from '#server/db/schema/job.ts'
import { member as memberTable } from '#server/db/schema/member.ts'
import { news } from '#server/db/schema/news.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { JOB_KINDS, runDueJobs } from '#server/modules/index.ts'
import { runJobs } from '#server/modules/job/service.ts'
import { CAMPAIGN_PAGE } from '#server/modules/news/campaign.ts'
import { withdraw } from '#server/modules/withdrawal/store.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn, signUpMember, type App } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'
import { openOperator } from '../harness/operator.ts'
import { openTerminal } from '../harness/terminal.ts'
import { openPushService, type PushService } from './pushService.ts'

/** Offers, which operators send to the members who have agreed to them (decision 0354). */

/** 12:00 in Korea. */
const NOON = Date.UTC(2026, 10, 21, 3)
/** 21:00 in Korea. */
const NIGHT = NOON + 9 * HOUR_MS
const MORNING = NIGHT + 11 * HOUR_MS
const OFFER = {
  title: everyLanguage({ en: 'Two nights for one' }),
  content: everyLanguage({ en: 'Until Sunday.' }),
  path: '/hotel',
  contact: '051-000-0000',
}

describe.each(drawnEngines())('offers on %s', (engine) => {
  let app: App
  let service: PushService
  let operate: ReturnType<typeof openOperator>
  let now = NOON
  let counted = 0
  beforeAll(async () => {
    service = await openPushService()
    app = await openApp({ engine, clock: () => now, reach: service.reach })
    operate = openOperator(app)
  })
  beforeEach(async () => {
    now = NOON
    await app.deps.db.delete(jobTable)
    await app.deps.db.delete(news)
    await app.deps.db.update(memberTable).set({ marketingAt: null })
  })
  afterAll(async () => {
    await app.close()
    await service.close()
  })

  const consent = async (token: string, marketingYn: 'Y' | 'N') => {
    expect((await app.call(profile.update, { token, body: { marketingYn } })).data).toMatchObject({ marketingYn })
  }
  /** Returns a member who has agreed to offers, with a subscribed phone. */
  const agreed = async (locale: 'en' | 'ko' = 'en') => {
    const person = await signUpMember(app)
    // “Keep me signed in”: without it no push of the next morning arrives.
    const { accessToken: token } = await signIn(app, person, 'Y')
    const phone = service.makePhone()
    await app.call(push.subscribe, { token, body: phone.subscription, locale })
    await consent(token, 'Y')
    return { ...person, phone }
  }
  /** Inserts many members who have agreed, whose ids are before or after those of all other members. */
  const crowd = async (size: number, place: 'before' | 'after' = 'before') => {
    const { memberId } = await signUpMember(app)
    const [row] = await app.deps.db.select().from(memberTable).where(eq(memberTable.id, memberId))
    if (!row) throw new Error('no member')
    const rows = Array.from({ length: size }, () => {
      counted += 1
      const id = `${place === 'before' ? '0' : 'f'}`.repeat(8) + `-0000-4000-8000-${String(counted).padStart(12, '0')}`
      return { ...row, id, email: `crowd-${counted}@example.com`, marketingAt: now }
    })
    await app.deps.db.insert(memberTable).values(rows)
  }
  const freshId = () => `campaign-${(counted += 1)}`
  const send = async (campaign = freshId(), changes: object = {}) => ({
    campaign,
    ...(await operate('POST', '/offers', { campaign, ...OFFER, ...changes })),
  })
  const run = () => runDueJobs(app.deps)
  const offers = async (memberId?: string) =>
    (await app.deps.db.select().from(news).where(eq(news.kind, 'offer'))).filter(
      (row) => memberId === undefined || row.memberId === memberId,
    )
  const stored = async (campaign: string) =>
    (await app.deps.db.select().from(newsCampaign).where(eq(newsCampaign.campaign, campaign)))[0]
  /** Runs the job of the campaign once, as one process does before another one takes over. */
  const runPage = async () => {
    const kinds = JOB_KINDS.filter(({ kind }) => kind === 'news-campaign')
    expect(kinds).toHaveLength(1)
    await runJobs(app.deps, kinds)
  }

  test("are not sent, previewed or stopped without the operator's token", async () => {
    const { accessToken } = await agreed()
    for (const url of ['/operator/offers', '/operator/offers/preview', '/operator/offers/stranger-1/stop'])
      for (const headers of [{}, { authorization: `Bearer ${accessToken}` }]) {
        const payload = JSON.stringify({ campaign: 'stranger-1', ...OFFER })
        expect((await app.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(401)
      }
    expect(await stored('stranger-1')).toBeUndefined()
  })

  test.each([
    [{ campaign: 'Summer' }, 'campaign must be 3 to 40 small letters, digits and hyphens.'],
    [{ title: { en: 'English only' } }, 'title.ko must be a text of 1 to 50 characters, on one line.'],
    [{ content: everyLanguage({ en: 'x'.repeat(401) }) }, 'content.en must be a text of 1 to 400 characters'],
    [{ contact: undefined }, 'contact must be a telephone number or mail address'],
    [{ contact: 'call us!' }, 'contact must be a telephone number or mail address'],
    [{ path: '/nowhere' }, 'path must be /activity,'],
    [{ path: 'https://elsewhere.example/' }, 'path must be'],
    [{ path: '//elsewhere.example' }, 'path must be'],
    [{ path: '/hotel/nothing' }, 'path must be'],
    [{ path: '/tour/park-hyatt-busan' }, 'path must be'],
    [{ colour: 'red' }, 'colour is not known.'],
  ])('with %o are refused by a sentence, and nothing is sent', async (changes, sentence) => {
    await agreed()
    const answer = await send('refused-1', changes)
    expect(answer).toMatchObject({ http: 422, code: 'E_INPUT', sentence: expect.stringContaining(sentence) as string })
    await run()
    expect(await offers()).toEqual([])
    expect(await stored('refused-1')).toBeUndefined()
  })

  test('reach nobody who has not agreed, has withdrawn the consent, has deleted the account, or agrees later', async () => {
    const never = await signUpMember(app)
    const ended = await agreed()
    await consent(ended.accessToken, 'N')
    const gone = await agreed()
    await app.deps.db.transaction((tx) => withdraw(tx, gone.memberId, now))
    const member = await agreed()
    const { campaign } = await send()
    now += SECOND_MS
    const afterwards = await agreed()
    await run()
    for (const { memberId } of [never, ended, gone, afterwards]) expect(await offers(memberId)).toEqual([])
    for (const { phone } of [ended, gone, afterwards])
      expect(phone.messages()).not.toContainEqual(expect.objectContaining({ path: '/hotel' }))
    expect(await offers(member.memberId)).toHaveLength(1)
    expect(await stored(campaign)).toMatchObject({ sent: 1, endedAt: now, stoppedAt: null })
  })

  test('are marked as advertisements, name the sender and how to stop them, in feed and push, once', async () => {
    const { memberId, accessToken: token, phone } = await agreed('ko')
    await send(undefined, { path: '/hotel/park-hyatt-busan' })
    await run()
    await run()
    const marks: Partial<Record<Locale, string>> = { ko: '(광고) ', chs: '（广告）', cht: '（廣告）', jp: '【広告】' }
    for (const locale of LOCALES) {
      const { data } = await app.call(newsfeed.list, { token, locale, query: { type: 'ad' } })
      expect(data?.list).toMatchObject([
        { type: 'ad', title: `${marks[locale] ?? '(Ad) '}${OFFER.title[locale]}`, path: '/hotel/park-hyatt-busan' },
      ])
      for (const text of [OFFER.content[locale], 'Harbor Pass', OFFER.contact])
        expect(data?.list[0]?.content).toContain(text)
    }
    const pushes = phone.messages().filter((each) => (each as { path: string }).path.startsWith('/hotel'))
    expect(pushes).toMatchObject([{ memberId, title: `(광고) ${OFFER.title.ko}` }])
    expect((pushes[0] as { body: string }).body).toContain('‘내 정보’에서 ‘정보 수정’')
  })

  test('of one campaign are sent once, whatever its texts', async () => {
    const { memberId } = await agreed()
    const { campaign } = await send()
    await run()
    expect(await send(campaign, { path: '/tour' })).toMatchObject({ http: 409, code: 'E_EXISTS' })
    expect(await operate('POST', '/offers/preview', { campaign, ...OFFER })).toMatchObject({ http: 409 })
    await run()
    expect(await offers(memberId)).toHaveLength(1)
    expect(await stored(campaign)).toMatchObject({ path: '/hotel' })
  })

  test('come in pages of one transaction, and a process that ends between two leaves no gap and no double', async () => {
    await crowd(CAMPAIGN_PAGE + 20)
    const { campaign } = await send()
    await runPage()
    expect(await offers()).toHaveLength(CAMPAIGN_PAGE)
    expect(await stored(campaign)).toMatchObject({ sent: CAMPAIGN_PAGE, endedAt: null })
    now += SECOND_MS
    await run()
    expect(new Set((await offers()).map(({ memberId }) => memberId)).size).toBe(CAMPAIGN_PAGE + 20)
    expect(await offers()).toHaveLength(CAMPAIGN_PAGE + 20)
    expect(await stored(campaign)).toMatchObject({ sent: CAMPAIGN_PAGE + 20, endedAt: now })
  })

  test('of a page that fails are not written at all, and are written once by the next try', async () => {
    await crowd(30)
    const { campaign } = await send()
    await app.deps.db.execute(sql`alter table news_campaign add constraint fails check (sent = 0) not valid`)
    await runPage()
    expect(await offers()).toEqual([])
    await app.deps.db.execute(sql`alter table news_campaign drop constraint fails`)
    now += MINUTE_MS
    await run()
    expect(await offers()).toHaveLength(30)
    expect(await stored(campaign)).toMatchObject({ sent: 30 })
  })

  test('reach nobody of the next page who has withdrawn the consent after the first one', async () => {
    await crowd(CAMPAIGN_PAGE)
    const [ended, member] = [await agreed(), await agreed()]
    await send()
    await runPage()
    expect(await offers()).toHaveLength(CAMPAIGN_PAGE)
    await consent(ended.accessToken, 'N')
    now += SECOND_MS
    await run()
    expect(await offers(ended.memberId)).toEqual([])
    expect(await offers(member.memberId)).toHaveLength(1)
  })

  test('are not pushed between 21:00 and 08:00 in Korea: the entry is there at once, the push waits', async () => {
    const { memberId, phone } = await agreed()
    await run()
    const before = phone.messages().length
    for (const instant of [NIGHT, MORNING - 1]) {
      now = instant
      expect(await send()).toMatchObject({ http: 200, pushesFrom: MORNING })
      await run()
    }
    expect(await offers(memberId)).toHaveLength(2)
    expect(phone.messages()).toHaveLength(before)
    now = MORNING
    await run()
    expect(phone.messages()).toHaveLength(before + 2)
    // The push service must not deliver it the next night.
    expect(phone.arrived().at(-1)?.ttl).toBeLessThanOrEqual((13 * HOUR_MS) / SECOND_MS)
  })

  test('whose push is late wait for the morning too', async () => {
    const { phone } = await agreed()
    await run()
    const before = phone.messages().length
    now = NIGHT - SECOND_MS
    await send()
    await runPage()
    now = NIGHT
    await run()
    expect(phone.messages()).toHaveLength(before)
    now = MORNING
    await run()
    expect(phone.messages()).toHaveLength(before + 1)
  })

  test('are not pushed to a member who has withdrawn the consent while the push waited', async () => {
    const [ended, member] = [await agreed(), await agreed()]
    await run()
    now = NIGHT
    await send()
    await run()
    await consent((await signIn(app, ended)).accessToken, 'N')
    await run()
    const before = [ended, member].map(({ phone }) => phone.messages().length)
    now = MORNING
    await run()
    expect([ended, member].map(({ phone }) => phone.messages().length)).toEqual([before[0], (before[1] ?? 0) + 1])
  })

  test('can be stopped: no more entries, and no push that waited', async () => {
    await crowd(CAMPAIGN_PAGE, 'after')
    const { memberId, phone } = await agreed()
    await run()
    const before = phone.messages().length
    now = NIGHT
    const { campaign } = await send()
    await runPage()
    expect(await offers(memberId)).toHaveLength(1)
    expect(await operate('POST', '/offers/nothing-1/stop')).toMatchObject({ http: 404, code: 'E_NOT_FOUND' })
    expect(await operate('POST', `/offers/${campaign}/stop`)).toMatchObject({ http: 200 })
    expect(await operate('POST', `/offers/${campaign}/stop`)).toMatchObject({ http: 409, code: 'E_OVER' })
    now = MORNING
    await run()
    now += DAY_MS
    await run()
    expect(await offers()).toHaveLength(CAMPAIGN_PAGE)
    expect(phone.messages()).toHaveLength(before)
    const log = await app.deps.db.select().from(operatorChange).where(eq(operatorChange.target, campaign))
    expect(log.map(({ operator, field }) => [operator, field])).toEqual([
      ['mina', 'offer'],
      ['mina', 'offer'],
    ])
  })
})

test('the terminal names what is missing, shows the texts and the number of recipients, sends, lists and stops', async () => {
  const app = await openApp({ engine: 'embedded' })
  const folder = await mkdtemp(join(tmpdir(), 'offers-'))
  const terminal = await openTerminal(app)
  const type = (...args: string[]) => terminal.type('news', ...args)
  const file = join(folder, 'offer.json')
  await writeFile(file, JSON.stringify({ campaign: 'winter-2026', ...OFFER }))
  const { accessToken: token } = await signUpMember(app)
  await app.call(profile.update, { token, body: { marketingYn: 'Y' } })

  expect(await type('send')).toMatch(/^Which file\?/)
  expect(await type('send', join(folder, 'none.json'))).toMatch(/cannot be read\.$/)
  expect(await type('stop', 'winter-2026')).toContain('There is no campaign "winter-2026".')
  const preview = await type('show', file)
  expect(preview).toContain(`ko  (광고) ${OFFER.title.ko}`)
  expect(preview).toMatch(/1 members have agreed to offers\. Pushes .*\. Nothing was sent\.$/)
  expect(await app.deps.db.select().from(newsCampaign)).toEqual([])
  expect(await type('send', file)).toMatch(/^winter-2026 is being sent to 1 members\./)
  expect(await type('send', file)).toContain('was sent before')
  await runDueJobs(app.deps)
  expect(await type('list')).toMatch(/^winter-2026 {2}.* {2}1 entries {2}sent .* {2}Two nights for one$/)
  expect(await type('stop', 'winter-2026')).toContain('is stopped')
  expect(await type('list')).toContain('stopped')
  const log = await app.deps.db.select().from(operatorChange)
  expect(log.map(({ operator }) => operator)).toEqual(Array(2).fill(userInfo().username))
  await app.close()
  await rm(folder, { recursive: true })
})
