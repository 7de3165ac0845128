import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as coupon from '#contract/calls/coupon.ts'
import { LOCALES } from '#contract/locales.ts'
import { DAY_MS } from '#contract/time.ts'
import { couponIssue, paperCoupon } from '#server/db/schema/coupon.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { seedCoupons, seedWelcomeCoupon } from '#server/modules/coupon/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'
import { openOperator } from '../harness/operator.ts'
import { openTerminal } from '../harness/terminal.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { buyQuote, quoteFor } from './wallet.ts'

/** Issues of coupons, which operators create, print and end from the terminal (decision 0354). */

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const TERMS = { name: everyLanguage({ en: 'Autumn coupon' }), kind: 'amount', value: 5_000, way: 'download' }

describe.each(drawnEngines())('issues of coupons on %s', (engine) => {
  let shop: Shop
  let operate: ReturnType<typeof openOperator>
  let folder: string
  beforeAll(async () => {
    shop = await openShop({ engine })
    operate = openOperator(shop)
    folder = await mkdtemp(join(tmpdir(), 'issues-'))
  })
  afterAll(async () => {
    await shop.close()
    await rm(folder, { recursive: true })
  })

  const create = (id: string, terms: object = {}) => operate('POST', `/coupons/${id}/issue`, { ...TERMS, ...terms })
  const print = (id: string, count: unknown) => operate('POST', `/coupons/${id}/numbers`, { count })
  const reprint = (id: string) => operate('POST', `/coupons/${id}/reprint`)
  const take = (token: string, couponPblcnUid: string) => shop.call(coupon.insert, { token, body: { couponPblcnUid } })
  const typeIn = (token: string, couponUid: string) => shop.call(coupon.paperInsert, { token, body: { couponUid } })
  const stored = async (id: string) =>
    (await shop.deps.db.select().from(couponIssue).where(eq(couponIssue.couponPblcnUid, id)))[0]
  const changes = async (target: string) =>
    (await shop.deps.db.select().from(operatorChange).where(eq(operatorChange.target, target))).map(
      ({ operator, field }) => [operator, field],
    )

  test("are neither created, ended nor printed without the operator's token", async () => {
    const { accessToken } = await shop.member()
    for (const word of ['issue', 'end', 'numbers', 'reprint'])
      for (const headers of [{}, { authorization: `Bearer ${accessToken}` }]) {
        const url = `/operator/coupons/stranger-1/${word}`
        const payload = JSON.stringify(word === 'numbers' ? { count: 1 } : TERMS)
        expect((await shop.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(401)
      }
    expect(await stored('stranger-1')).toBeUndefined()
  })

  test.each([
    [{ name: { en: 'English only' } }, 'name.ko must be a text of 1 to 60 characters, on one line.'],
    [{ name: everyLanguage({ en: 'two\nlines' }) }, 'name.en must be a text'],
    [{ name: undefined }, 'name must have the languages en, ko, chs, cht, jp.'],
    [{ kind: 'gift' }, 'kind must be percent or amount.'],
    [{ value: 0 }, 'value must be a whole number from 1 to 1000000.'],
    [{ value: '5000' }, 'value must be a whole number'],
    [{ kind: 'percent', value: 101 }, 'value must be at most 100 percent.'],
    [{ maxDiscount: 5_000 }, 'maxDiscount is for a percentage only.'],
    [{ way: 'post' }, 'way must be download or paper or given.'],
    [{ target: 'pass', gdsTycd: 'CD0000000079' }, 'gdsTycd is a type of goods that target excludes.'],
    [{ gdsDtlUid: 'nothing' }, 'gdsDtlUid names no option: "nothing".'],
    [
      { target: 'reserve', gdsDtlUid: 'pass-48h-mobile-std' },
      'gdsDtlUid is an option that target or gdsTycd excludes.',
    ],
    [{ from: 'tomorrow' }, 'from must be a day such as 2026-12-01.'],
    [{ until: '2026-13-01' }, 'until must be a day such as 2026-12-01.'],
    [{ until: '2099-02-30' }, 'until must be a day such as 2026-12-01.'],
    [{ from: '2099-12-02', until: '2099-12-01' }, 'until must not be before from.'],
    [{ from: '2099-12-02', lastDay: '2099-12-01' }, 'lastDay must not be before from.'],
    [{ until: '2020-01-01' }, 'until is over.'],
    [{ lastDay: '2020-01-01' }, 'lastDay is over.'],
    [{ limit: 0 }, 'limit must be a whole number from 1 to 1000000.'],
    [{ colour: 'red' }, 'colour is not known.'],
  ])('with %o are refused by a sentence, and nothing is stored', async (terms, sentence) => {
    const answer = await create('refused-1', terms)
    expect(answer).toMatchObject({ http: 422, code: 'E_INPUT', sentence: expect.stringContaining(sentence) as string })
    expect(await stored('refused-1')).toBeUndefined()
    expect(await changes('refused-1')).toEqual([])
  })

  test('a body that is no JSON and an id of another form are refused', async () => {
    for (const id of ['ab', 'Autumn', 'autumn_1', 'a'.repeat(41)])
      expect(await create(id)).toMatchObject({ http: 422, code: 'E_INPUT' })
    expect(await operate('POST', '/coupons/refused-1/issue')).toMatchObject({
      http: 422,
      sentence: 'This is no JSON, or it names a field twice.',
    })
  })

  test('numbers are printed for a paper issue that is not over, as many as can be taken, and each is taken once', async () => {
    await create('leaflet-1')
    await create('leaflet-2', { way: 'paper', limit: 3 })
    expect(await print('leaflet-9', 1)).toMatchObject({ http: 404, code: 'E_NOT_FOUND' })
    expect(await print('leaflet-1', 1)).toMatchObject({ http: 422, code: 'E_INPUT' })
    for (const count of [0, 10_001, 1.5, '2']) expect(await print('leaflet-2', count)).toMatchObject({ http: 422 })
    expect(await print('leaflet-2', 4)).toMatchObject({ http: 409, code: 'E_OVER' })
    const { numbers } = (await print('leaflet-2', 2)) as unknown as { numbers: string[] }
    expect(await print('leaflet-2', 2)).toMatchObject({ http: 409, code: 'E_OVER' })
    expect(new Set(numbers).size).toBe(2)
    for (const number of numbers) expect(number).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    const [{ accessToken: token }, { accessToken: otherToken }] = [await shop.member(), await shop.member()]
    const [number = '', unused = ''] = numbers
    expect((await typeIn(token, number.replace('-', ' ').toLowerCase())).data).toMatchObject({ value: 5_000 })
    expect((await typeIn(otherToken, number)).status.code).toBe('E_COUPON_NUMBER')
    expect(await operate('POST', '/coupons/leaflet-2/end')).toMatchObject({ http: 200 })
    expect((await typeIn(otherToken, unused)).status.code).toBe('E_COUPON_OVER')
    expect(await print('leaflet-2', 1)).toMatchObject({ http: 409, code: 'E_OVER' })
  })

  test('numbers that nobody has taken are printed a second time, so that a lost answer loses none of them', async () => {
    await create('leaflet-4', { way: 'paper', limit: 2 })
    await create('leaflet-5')
    expect(await reprint('leaflet-9')).toMatchObject({ http: 404, code: 'E_NOT_FOUND' })
    expect(await reprint('leaflet-5')).toMatchObject({ http: 422, code: 'E_INPUT' })
    expect(await reprint('leaflet-4')).toMatchObject({ http: 404, code: 'E_NOT_FOUND' })
    const { numbers } = (await print('leaflet-4', 2)) as unknown as { numbers: string[] }
    expect(await print('leaflet-4', 1)).toMatchObject({ http: 409, code: 'E_OVER' })
    expect(await reprint('leaflet-4')).toMatchObject({ http: 200, numbers: numbers.toSorted() })
    const { accessToken: token } = await shop.member()
    const [first = '', second = ''] = numbers
    expect((await typeIn(token, first)).status.code).toBe('200')
    expect(await reprint('leaflet-4')).toMatchObject({ http: 200, numbers: [second] })
    expect((await changes('leaflet-4')).map(([, field]) => field).toSorted()).toEqual([
      'coupon issue',
      'coupon print',
      'coupon reprint',
      'coupon reprint',
    ])
    await operate('POST', '/coupons/leaflet-4/end')
    expect(await reprint('leaflet-4')).toMatchObject({ http: 409, code: 'E_OVER' })
  })

  test('ten thousand numbers are printed at once, all different', async () => {
    await create('leaflet-3', { way: 'paper' })
    const { numbers } = (await print('leaflet-3', 10_000)) as unknown as { numbers: string[] }
    expect(new Set(numbers).size).toBe(10_000)
    const rows = await shop.deps.db.select().from(paperCoupon).where(eq(paperCoupon.couponPblcnUid, 'leaflet-3'))
    expect(rows).toHaveLength(10_000)
  })

  test('a later seed changes no issue of an operator, and reopens none', async () => {
    await shop.deps.db.delete(couponIssue).where(eq(couponIssue.couponPblcnUid, 'harbor-5000'))
    await create('harbor-5000', { value: 1_000 })
    await seedWelcomeCoupon(shop.deps.db)
    await operate('POST', '/coupons/welcome-3000/end')
    const before = [await stored('harbor-5000'), await stored('welcome-3000')]
    await seedCoupons(shop.deps.db)
    await seedWelcomeCoupon(shop.deps.db)
    expect([await stored('harbor-5000'), await stored('welcome-3000')]).toEqual(before)
    expect(before).toMatchObject([{ value: 1_000 }, { endsAt: expect.any(Number) as number }])
  })

  test('the terminal names what is missing, creates, lists, prints as CSV and ends, and a member buys with the coupon', async () => {
    const terminal = await openTerminal(shop)
    const type = (...args: string[]) => terminal.type('coupon', ...args)
    const file = join(folder, 'issue.json')
    await writeFile(file, JSON.stringify({ ...TERMS, way: 'paper', target: 'pass' }))
    expect(await type('issue', 'guide-2026')).toMatch(/^Which\? npm run coupon:issue/)
    expect(await type('issue', 'guide-2026', join(folder, 'none.json'))).toMatch(/cannot be read\.$/)
    expect(await type('print', 'guide-2026', 'all')).toMatch(/^Which\? npm run coupon:print --silent/)
    expect(await type('print', 'guide-2026', '2')).toBe(
      'There is no issue "guide-2026". npm run coupon:list names them.',
    )
    expect(await type('issue', 'guide-2026', file)).toBe('guide-2026 is created.')
    const [head, row = '', ...rest] = (await type('print', 'guide-2026', '2')).split('\n')
    expect(head).toBe('issue,number')
    expect(rest).toHaveLength(1)
    expect((await type('print', 'guide-2026', 'again')).split('\n').toSorted()).toEqual([head, row, ...rest].toSorted())
    const { accessToken: token } = await shop.member()
    const { data: taken } = await typeIn(token, row.split(',')[1] ?? '')
    const { data: quoted } = await quoteFor(shop, token, { couponUid: taken?.couponUid })
    expect((await buyQuote(shop, token, quoted?.quoteUid ?? '')).data).toMatchObject({ amount: 44_000 })
    expect(await type('list')).toMatch(
      /^guide-2026 {2}Autumn coupon {2}5000 won {2}paper .*1 taken {2}1 printed and not taken$/m,
    )
    expect(await type('issue', 'guide-2026', 'end')).toContain('nobody can take it')
    const operator = userInfo().username
    expect(await changes('guide-2026')).toEqual(
      ['issue', 'print', 'reprint', 'end'].map((word) => [operator, `coupon ${word}`]),
    )
  })

  test('the name is in the language of the member', async () => {
    await create('names-1')
    const { accessToken: token } = await shop.member()
    await take(token, 'names-1')
    for (const locale of LOCALES) {
      const { data } = await shop.call(coupon.myCoupon, { token, locale, query: { pageSize: '50' } })
      expect(data?.list.map(({ name }) => name)).toContain(TERMS.name[locale])
    }
  })

  // Last: the clock of a terminal is that of the machine.
  test('a member takes an issue in its period, once, and not after its limit or its end', async () => {
    const now = shop.clock()
    const terms = { from: dayOf(now + 2 * DAY_MS), until: dayOf(now + 4 * DAY_MS), validDays: 30, limit: 2 }
    expect(await create('autumn-1', terms)).toMatchObject({ http: 200, id: 'autumn-1' })
    expect(await create('autumn-1', { value: 9_000 })).toMatchObject({ http: 409, code: 'E_EXISTS' })
    expect(await stored('autumn-1')).toMatchObject({ value: 5_000, available: 2, sample: false })
    // Usable until before the clock is advanced, and without a last day on which they can be taken.
    const lastDay = dayOf(now + DAY_MS)
    for (const [id, way] of [
      ['brief-1', 'download'],
      ['brief-2', 'paper'],
      ['brief-3', 'given'],
    ] as const)
      expect(await create(id, { way, lastDay })).toMatchObject({ http: 200 })
    const { numbers: briefNumbers } = (await print('brief-2', 2)) as unknown as { numbers: string[] }
    const people = [await shop.member(), await shop.member(), await shop.member()]
    const giveBrief = async () => {
      const authorization = `Bearer ${await operatorToken(shop.deps.keys, shop.clock(), 'mina')}`
      const request = { method: 'POST', url: '/operator/coupons/brief-3', headers: { authorization } } as const
      return (await shop.app.inject({ ...request, payload: people[0]?.email ?? '' })).statusCode
    }
    expect((await take(people[0]?.accessToken ?? '', 'autumn-1')).status.code).toBe('E_COUPON_OVER')
    expect((await take(people[2]?.accessToken ?? '', 'brief-1')).status.code).toBe('200')
    shop.advance(3 * DAY_MS)
    const tokens: string[] = []
    for (const person of people) tokens.push((await signIn(shop, person)).accessToken)
    const [first = '', second = '', third = ''] = tokens
    const { data: listed } = await shop.call(coupon.list, { token: first, query: { pageSize: '50' } })
    expect(listed?.list).toContainEqual(expect.objectContaining({ couponPblcnUid: 'autumn-1', takenYn: 'N' }))
    expect(listed?.list.map(({ couponPblcnUid }) => couponPblcnUid)).not.toContain('brief-1')
    expect((await take(first, 'brief-1')).status.code).toBe('E_COUPON_OVER')
    expect((await typeIn(first, briefNumbers[0] ?? '')).status.code).toBe('E_COUPON_OVER')
    expect(await giveBrief()).toBe(409)
    expect(await print('brief-2', 1)).toMatchObject({ http: 409, code: 'E_OVER' })
    expect(await reprint('brief-2')).toMatchObject({ http: 409, code: 'E_OVER' })
    expect((await take(first, 'autumn-1')).data).toMatchObject({ name: 'Autumn coupon', value: 5_000, daysLeft: 30 })
    expect((await take(first, 'autumn-1')).status.code).toBe('E_COUPON_TAKEN')
    expect((await take(second, 'autumn-1')).status.code).toBe('200')
    expect((await take(third, 'autumn-1')).status.code).toBe('E_COUPON_OVER')
    expect(await create('autumn-2')).toMatchObject({ http: 200 })
    expect(await operate('POST', '/coupons/autumn-9/end')).toMatchObject({ http: 404, code: 'E_NOT_FOUND' })
    expect(await operate('POST', '/coupons/autumn-2/end')).toMatchObject({ http: 200 })
    expect(await operate('POST', '/coupons/autumn-2/end')).toMatchObject({ http: 409, code: 'E_OVER' })
    expect((await take(first, 'autumn-2')).status.code).toBe('E_COUPON_OVER')
    expect(await changes('autumn-2')).toEqual([
      ['mina', 'coupon issue'],
      ['mina', 'coupon end'],
    ])
  })
})
