import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import { LOCALES } from '#contract/locales.ts'
import { newsCampaign } from '#server/db/schema/campaign.ts'
import { NEWS, type NewsKind } from '#server/modules/news/kinds.ts'
import { notifyMember, type NewsValues } from '#server/modules/news/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember, type App } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'

const NAMES = everyLanguage({ en: 'Welcome', jp: 'ようこそ' })
const AT = Date.UTC(2026, 10, 21, 3)

/** Values for each kind. The type requires an entry for every kind. */
const VALUES: NewsValues = {
  pass_activated: { pass: '24H', expiresAt: AT },
  pass_expiring: { pass: '48H', expiresAt: AT },
  pass_expired: { pass: 'Big3' },
  pass_moved: { pass: 'Big5' },
  card_picked_up: { pass: '24H', place: NAMES },
  coupon_issued: { coupon: NAMES },
  points_expiring: { points: 1_200, lastDayAt: AT },
  gift_received: { pass: '24H', sender: 'Mei Lin' },
  gift_accepted: { pass: '24H', recipient: 'Hana Sato' },
  gift_declined: { pass: '24H', recipient: 'Hana Sato' },
  gift_cancelled: { pass: '24H', sender: 'Mei Lin' },
  gift_link_opened: { pass: '24H' },
  gift_link_accepted: { pass: '24H' },
  gift_link_received: { pass: '24H', sender: 'Mei Lin' },
  gift_link_expired: { pass: '24H' },
  reservation_confirmed: { goods: NAMES, number: 'HR-1' },
  reservation_cancelled: { goods: NAMES, number: 'HR-1' },
  refund_completed: { number: 'HP-261121-7F3A', amount: 49_000 },
  refund_nothing: { number: 'HP-261121-7F3A' },
  refund_denied: { number: 'HP-261121-7F3A' },
  inquiry_answered: { number: 'Q-000123' },
  question_answered: { goods: NAMES, path: '/hotel/park-hyatt-busan' },
  sign_in_new_device: { signedInAt: AT },
  sign_in_failures: { failedAt: AT },
  passkey_added: { addedAt: AT },
  passkey_deleted: { deletedAt: AT },
  marketing_agreed: { agreedAt: AT },
  marketing_withdrawn: { withdrawnAt: AT },
  marketing_reminder: { agreedAt: AT },
  offer: { campaign: 'winter-2026' },
}
const KINDS = Object.keys(NEWS) as NewsKind[]

describe.each(drawnEngines())('the news feed on %s', (engine) => {
  let app: App
  let now = AT
  let counted = 0
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
    await app.deps.db.insert(newsCampaign).values({
      campaign: VALUES.offer.campaign,
      title: everyLanguage({ en: 'Winter offer', jp: '冬の特典' }),
      content: NAMES,
      path: '/tour',
      contact: '051-000-0000',
      startedAt: AT,
    })
  })
  afterAll(() => app.close())

  const say = <K extends NewsKind>(memberId: string, kind: K, key = `key-${(counted += 1)}`) =>
    app.deps.db.transaction((tx) => notifyMember(tx, { memberId, kind, key, values: VALUES[kind], at: now }))
  const list = (token: string, query = {}, options = {}) => app.call(newsfeed.list, { token, query, ...options })
  const read = (token: string, newsUids: string[]) => app.call(newsfeed.read, { token, body: { newsUids } })

  test('is refused without a token, and with unknown types, bad pages and bad ids', async () => {
    const { accessToken } = await signUpMember(app)
    expect((await app.call(newsfeed.list)).status.code).toBe('E_TOKEN')
    expect((await app.call(newsfeed.read, { body: { newsUids: [crypto.randomUUID()] } })).status.code).toBe('E_TOKEN')
    for (const query of [{ type: 'news' }, { pageNum: '0' }, { pageSize: '51' }, { more: '1' }])
      expect((await list(accessToken, query)).http).toBe(422)
    for (const newsUids of [[], ['mine'], Array.from({ length: 201 }, () => crypto.randomUUID())])
      expect((await read(accessToken, newsUids)).status.code).toBe('E_INPUT')
  })

  test('one event makes one entry of one member, in the transaction of the event', async () => {
    const { memberId, accessToken } = await signUpMember(app)
    const otherMember = await signUpMember(app)
    const failing = app.deps.db.transaction(async (tx) => {
      await notifyMember(tx, { memberId, kind: 'refund_denied', key: 'never', values: VALUES.refund_denied, at: now })
      throw new Error('it did not happen')
    })
    await expect(failing).rejects.toThrow('did not happen')
    expect((await list(accessToken)).data).toMatchObject({ list: [], total: 0, unread: 0 })
    await say(memberId, 'refund_denied', 'once')
    await say(memberId, 'refund_denied', 'once')
    const { data } = await list(accessToken)
    expect(data).toMatchObject({ total: 1, unread: 1 })
    expect(data?.list).toEqual([
      {
        newsUid: expect.any(String) as string,
        type: 'noti',
        title: 'Refund denied',
        content: 'Your refund request for order HP-261121-7F3A was denied. Contact customer support to find out why.',
        path: '/myPage/purchaseHistory',
        at: now,
        readYn: 'N',
      },
    ])
    expect((await list(otherMember.accessToken)).data?.total).toBe(0)
  })

  test.each(KINDS)(
    'news of the kind %s has a text in every language, with every placeholder filled in',
    async (kind) => {
      const { memberId, accessToken } = await signUpMember(app)
      await say(memberId, kind)
      const texts = new Set<string>()
      for (const locale of LOCALES) {
        const item = (await list(accessToken, {}, { locale })).data?.list[0]
        for (const text of [item?.title ?? '', item?.content ?? '']) {
          expect(text).not.toMatch(/[{}]|undefined|^news\./)
          expect(text.length).toBeGreaterThan(1)
        }
        texts.add(`${item?.title} ${item?.content}`)
      }
      expect(texts.size).toBe(LOCALES.length)
    },
  )

  test('instants are in Korean time, names and amounts in the language of the call', async () => {
    const { memberId, accessToken } = await signUpMember(app)
    for (const kind of ['pass_activated', 'coupon_issued', 'refund_completed'] as const) await say(memberId, kind)
    const texts = (await list(accessToken, {}, { locale: 'en' })).data?.list.map(({ content }) => content).join(' ')
    expect(texts).toContain('21 November 2026 at 12:00')
    expect(texts).toContain('49,000 won')
    expect((await list(accessToken, { type: 'coupon' }, { locale: 'jp' })).data?.list[0]?.content).toContain('ようこそ')
  })

  test('entries are listed newest first, in pages, by type', async () => {
    const { memberId, accessToken } = await signUpMember(app)
    for (const kind of ['pass_expired', 'coupon_issued', 'gift_received', 'inquiry_answered'] as const) {
      now += 1000
      await say(memberId, kind)
    }
    const first = (await list(accessToken, { pageSize: '3' })).data
    expect(first?.list.map(({ type }) => type)).toEqual(['noti', 'event', 'coupon'])
    expect(first).toMatchObject({ pageNum: 1, pageSize: 3, total: 4, unread: 4 })
    expect((await list(accessToken, { pageSize: '3', pageNum: '2' })).data?.list.map(({ type }) => type)).toEqual([
      'noti',
    ])
    expect((await list(accessToken, { type: 'event' })).data).toMatchObject({ total: 1, unread: 4 })
    expect((await list(accessToken, { type: 'ad' })).data?.list).toEqual([])
  })

  test("read marks are a set: repeating one changes nothing, and another member's entry is ignored like an unknown one", async () => {
    const { memberId, accessToken } = await signUpMember(app)
    const otherMember = await signUpMember(app)
    await say(memberId, 'coupon_issued')
    await say(memberId, 'pass_expired')
    await say(otherMember.memberId, 'pass_expired')
    const mine = (await list(accessToken)).data?.list.map(({ newsUid }) => newsUid) ?? []
    const foreign = (await list(otherMember.accessToken)).data?.list[0]?.newsUid ?? ''
    expect((await read(accessToken, [foreign])).data).toMatchObject({ unread: 2, newsUids: [] })
    expect((await read(accessToken, [crypto.randomUUID()])).data).toMatchObject({ unread: 2, newsUids: [] })
    expect((await list(otherMember.accessToken)).data?.unread).toBe(1)
    expect((await read(accessToken, [mine[0] ?? '', foreign])).data).toMatchObject({ unread: 1, newsUids: [mine[0]] })
    expect((await read(accessToken, mine.slice(0, 1))).data).toMatchObject({ unread: 1, newsUids: [mine[0]] })
    const after = (await list(accessToken)).data?.list
    expect(after?.map(({ readYn }) => readYn)).toEqual(['Y', 'N'])
    expect((await read(accessToken, mine)).data).toMatchObject({ unread: 0 })
  })
})
