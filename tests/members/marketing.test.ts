import { eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { login, signUp } from '#contract/calls/account.ts'
import { list } from '#contract/calls/newsfeed.ts'
import * as profile from '#contract/calls/profile.ts'
import { MARKETING_REMINDER_AHEAD_MS } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { DAY_MS } from '#contract/time.ts'
import { member } from '#server/db/schema/member.ts'
import { news } from '#server/db/schema/news.ts'
import { JOB_KINDS, runDueJobs } from '#server/modules/index.ts'
import { remindedSince, remindMembers } from '#server/modules/member/marketing.ts'
import { withdraw } from '#server/modules/withdrawal/store.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import {
  freshEmail,
  mailsTo,
  PASSWORD,
  proveMailbox,
  signIn,
  signUpForm,
  signUpMember,
  type App,
} from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { openRace } from '../harness/race.ts'

/** Consent to news and offers: what the member is told of it, and the reminder of every two years (decision 0338). */

/** One less than the connections of the pool. */
const MANY = 15
const AGREED_AT = Date.UTC(2026, 10, 21, 3)
/** The last instant of the fortnight before the day on which the consent is two years old. */
const DUE_AT = Date.UTC(2028, 10, 21, 3) - MARKETING_REMINDER_AHEAD_MS
const REMINDER = translate('en', 'news.marketing_reminder.title')

test('a consent is due from a fortnight before the day on which it is two calendar years old', () => {
  expect(remindedSince(DUE_AT)).toBe(AGREED_AT)
  expect(remindedSince(DUE_AT - 1)).toBeLessThan(AGREED_AT)
  const leapDay = Date.UTC(2028, 1, 29)
  expect(remindedSince(leapDay - MARKETING_REMINDER_AHEAD_MS)).toBe(Date.UTC(2026, 2, 1))
})

describe.each(drawnEngines())('consent to news and offers on %s', (engine) => {
  let app: App
  let now = AGREED_AT
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterEach(() => {
    now = AGREED_AT
  })
  afterAll(() => app.close())

  const agree = async (marketingYn: 'Y' | 'N' = 'Y') => {
    const person = await signUpMember(app)
    await app.call(profile.update, { token: person.accessToken, body: { marketingYn } })
    return person
  }
  const kinds = async (memberId: string) =>
    (await app.deps.db.select().from(news).where(eq(news.memberId, memberId)).orderBy(news.at, news.id)).map(
      ({ kind, values }) => [kind, values],
    )
  const subjects = async (email: string) => {
    await runDueJobs(app.deps)
    return (await mailsTo(app, email)).map((mail) => readLetter(mail).subject)
  }
  const reminders = async (memberId: string) =>
    (await kinds(memberId)).filter(([kind]) => kind === 'marketing_reminder')

  test('agreeing and withdrawing are each answered with date and deed, by news and mail; asking for the same again is not', async () => {
    const { memberId, accessToken: token, email } = await signUpMember(app)
    const change = (marketingYn: 'Y' | 'N') => app.call(profile.update, { token, body: { marketingYn } })
    expect((await app.call(profile.update, { body: { marketingYn: 'Y' } })).status.code).toBe('E_TOKEN')
    await change('N')
    expect(await kinds(memberId)).toEqual([])
    expect((await change('Y')).data).toMatchObject({ marketingYn: 'Y', marketingAt: AGREED_AT })
    now += DAY_MS / 4
    expect((await change('Y')).data?.marketingAt).toBe(AGREED_AT)
    expect((await change('N')).data).toMatchObject({ marketingYn: 'N', marketingAt: null })
    expect(await kinds(memberId)).toEqual([
      ['marketing_agreed', { agreedAt: AGREED_AT }],
      ['marketing_withdrawn', { withdrawnAt: now }],
    ])
    const letters = await subjects(email)
    for (const kind of ['marketing_agreed', 'marketing_withdrawn'])
      expect(letters).toContain(translate('en', `news.${kind}.title`))
    const read = await app.call(list, { token, query: {} })
    expect(read.data?.list.map(({ path }) => path)).toEqual(['/myPage/myInfo', '/myPage/myInfo'])
    expect(read.data?.list[1]?.content).toContain('21 November 2026')
  })

  test('a sign-up with the consent is answered too, and one without is not', async () => {
    for (const [marketingYn, expected] of [
      ['Y', ['marketing_agreed']],
      ['N', []],
    ] as const) {
      const email = freshEmail()
      const form = signUpForm(email, await proveMailbox(app, email), { marketingYn })
      const { data } = await app.call(signUp, { body: form })
      expect((await kinds(data?.userInfo.memberId ?? '')).map(([kind]) => kind)).toEqual(expected)
    }
  })

  test('the confirmation of a consent at the sign-up is in the language of the sign-up', async () => {
    const email = freshEmail()
    const form = signUpForm(email, await proveMailbox(app, email), { marketingYn: 'Y' })
    await app.call(signUp, { body: form, locale: 'jp' })
    expect(await subjects(email)).toContain(translate('jp', 'news.marketing_agreed.title'))
  })

  test('a confirmation after a sign-in in another language is in the language of the last sign-in before it', async () => {
    const email = freshEmail()
    const body = signUpForm(email, await proveMailbox(app, email))
    await app.call(signUp, { body, locale: 'jp' })
    for (const locale of ['ko', 'cht'] as const) {
      now += 1
      await app.call(login, { body: { id: email, password: PASSWORD, autoLgnYn: 'Y' }, locale })
    }
    const { accessToken: token } = await signIn(app, { email, password: PASSWORD })
    await app.call(profile.update, { token, body: { marketingYn: 'Y' } })
    expect(await subjects(email)).toContain(translate('ko', 'news.marketing_agreed.title'))
  })

  test('the reminder comes once in two years, with the date of the consent, and again two years later', async () => {
    const { memberId, email } = await agree()
    now = DUE_AT - 1
    await remindMembers(app.deps)
    expect(await reminders(memberId)).toEqual([])
    now = DUE_AT
    await remindMembers(app.deps)
    now += DAY_MS
    await remindMembers(app.deps)
    expect(await reminders(memberId)).toEqual([['marketing_reminder', { agreedAt: AGREED_AT }]])
    expect((await subjects(email)).filter((subject) => subject === REMINDER)).toHaveLength(1)
    const letter = readLetter((await mailsTo(app, email)).find((mail) => readLetter(mail).subject === REMINDER) ?? '')
    for (const sentence of ['21 November 2026', '“My details”', '/myPage/myInfo'])
      expect(letter.text).toContain(sentence)
    now = Date.UTC(2030, 10, 1)
    await remindMembers(app.deps)
    expect(await reminders(memberId)).toHaveLength(2)
  })

  test('every server reminds, once a day', async () => {
    const { memberId } = await agree()
    const kind = JOB_KINDS.find((each) => each.kind === 'marketing-reminders')
    if (!kind || !('everyMs' in kind)) throw new Error('Nothing reminds members.')
    expect(kind.everyMs).toBe(DAY_MS)
    now = DUE_AT
    await kind.run(app.deps)
    expect(await reminders(memberId)).toHaveLength(1)
  })

  test('nobody is reminded who has not agreed, has withdrawn the consent, or has deleted the account', async () => {
    const never = await signUpMember(app)
    const ended = await agree()
    await app.call(profile.update, { token: ended.accessToken, body: { marketingYn: 'N' } })
    const gone = await agree()
    await app.deps.db.transaction((tx) => withdraw(tx, gone.memberId, now))
    const agreed = await agree()
    now = DUE_AT
    await remindMembers(app.deps)
    for (const { memberId } of [never, ended, gone]) expect(await reminders(memberId)).toEqual([])
    expect(await reminders(agreed.memberId)).toHaveLength(1)
  })

  test('who withdraws and agrees anew is reminded two years after the new consent', async () => {
    const person = await agree()
    now = DUE_AT
    await remindMembers(app.deps)
    const { accessToken: token } = await signIn(app, person)
    for (const marketingYn of ['N', 'Y'] as const) await app.call(profile.update, { token, body: { marketingYn } })
    const [row] = await app.deps.db.select().from(member).where(eq(member.id, person.memberId))
    expect(row).toMatchObject({ marketingAt: DUE_AT, marketingRemindedAt: null })
    now = Date.UTC(2030, 9, 1)
    await remindMembers(app.deps)
    expect(await reminders(person.memberId)).toHaveLength(1)
    now = Date.UTC(2030, 10, 1)
    await remindMembers(app.deps)
    expect(await reminders(person.memberId)).toHaveLength(2)
  })
})

test.each(LOCALES)('the reminder in %s names the sender and the date of the consent', (locale) => {
  const content = translate(locale, 'news.marketing_reminder.content', { agreedAt: '2026-11-21' })
  expect(content).toContain('Harbor Pass')
  expect(content).toContain('2026-11-21')
})

/** The guards are the condition of the UPDATE and the unique key of the entry; either alone suffices. */
describe('many servers that remind at once, on postgres', () => {
  const race = openRace()
  let app: App
  let now = AGREED_AT
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres', clock: () => now })
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  afterEach(async () => {
    race.restoreGuards()
    now = AGREED_AT
    await app.deps.db.delete(news).where(like(news.key, 'marketing%'))
    await app.deps.db.execute('create unique index if not exists news_key on news (key)')
  })
  afterAll(async () => {
    race.close()
    await app.close()
  })

  const GUARD = /coalesce\("member"\."marketing_reminded_at", "member"\."marketing_at"\) <= (\$\d+)/
  const removeCondition = () => race.without(GUARD, '$1::bigint is not null')
  const remindTogether = async () => {
    const { memberId, accessToken: token } = await signUpMember(app)
    await app.call(profile.update, { token, body: { marketingYn: 'Y' } })
    now = DUE_AT
    await race.runTogether(
      app.deps.config.databaseUrl ?? '',
      { text: 'select 1 from member where id = $1 for update', values: [memberId] },
      Array.from({ length: MANY }, () => () => remindMembers(app.deps)),
    )
    const rows = await app.deps.db.select().from(news).where(eq(news.memberId, memberId))
    return rows.filter(({ kind }) => kind === 'marketing_reminder').length
  }

  test('a member is reminded once', async () => {
    expect(await remindTogether()).toBe(1)
  })
  test('without the condition of the update, the unique key still makes it one reminder', async () => {
    const guard = removeCondition()
    expect(await remindTogether()).toBe(1)
    expect(guard.count).toBeGreaterThan(0)
  })
  test('without the unique key, the condition of the update still makes it one reminder', async () => {
    await app.deps.db.execute('drop index news_key')
    expect(await remindTogether()).toBe(1)
  })
  test('twin: without both, each server reminds', async () => {
    removeCondition()
    await app.deps.db.execute('drop index news_key')
    expect(await remindTogether()).toBe(MANY)
  })
})
