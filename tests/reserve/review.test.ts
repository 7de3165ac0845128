import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as review from '#contract/calls/review.ts'
import { fileContent, file as fileTable } from '#server/db/schema/file.ts'
import { reviewReport } from '#server/db/schema/review.ts'
import { answerReview, hideReview } from '#server/modules/review/service.ts'
import { erase } from '#server/modules/withdrawal/erasure.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, PERFUME, type ReservationShop } from './reservationShop.ts'

const GOODS = 'act-perfume'
const CONTENT = 'Calm, clean and run by kind people.'

describe.each(drawnEngines())('reviews on %s', (engine) => {
  let inn: ReservationShop
  let guest: Awaited<ReturnType<ReservationShop['visitor']>>
  let stranger = ''
  let rsvtUid = ''
  let early = ''
  let token = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
    guest = await inn.visitor()
    early = (await inn.book(guest.accessToken, PERFUME, await inn.nameOf(PERFUME, 40))).rsvtUid
    rsvtUid = (await inn.book(guest.accessToken, PERFUME, await inn.nameOf(PERFUME))).rsvtUid
    const { startsAt } = await inn.row(rsvtUid)
    // Real time passes too, so stop ten minutes before the start.
    inn.advance(startsAt - 600_000 - inn.clock())
    token = await guest.signInAgain()
    stranger = (await inn.member()).accessToken
  })
  afterAll(() => inn.close())

  const write = (body: Record<string, unknown>, as = token) =>
    inn.call(review.insert, { token: as, body: { rsvtUid, rating: 4, content: CONTENT, ...body } as never })
  const list = async (query: Record<string, string> = {}) =>
    (await inn.call(review.list, { query: { gdsUid: GOODS, ...query } })).data
  const report = (body: Record<string, unknown>, as = stranger) =>
    inn.call(review.report, { token: as, body: { reason: 'spam', ...body } as never })
  /** Stores an uploaded file of the member. */
  const upload = async (memberId: string, kind: 'review' | 'profile' = 'review'): Promise<string> => {
    const fileUid = randomUUID()
    const bytes = Buffer.from('picture')
    const row = { fileUid, memberId, kind, type: 'image/png' as const, size: bytes.length, width: 1, height: 1 }
    await inn.deps.db.insert(fileTable).values({ ...row, uploadedAt: inn.clock() })
    await inn.deps.db.insert(fileContent).values({ fileUid, bytes })
    return fileUid
  }

  test("is refused without a token, with an invalid rating, text or number of photos, before the use, and for another member's stay like for an unknown one", async () => {
    expect((await write({}, '')).http).toBe(400)
    for (const rating of [0, 6, 4.5, '4', null]) expect((await write({ rating })).http).toBe(422)
    for (const content of ['', 'Nice.    ', '👍👍👍👍👍👍👍👍👍'])
      expect((await write({ content })).status).toMatchObject({
        code: 'E_REVIEW_SHORT',
        fields: [{ field: 'body.content', reason: 'review_short' }],
      })
    expect((await write({ content: 'x'.repeat(1_001) })).http).toBe(422)
    expect((await write({ photos: Array.from({ length: 6 }, () => randomUUID()) })).http).toBe(422)
    const foreign = await write({}, stranger)
    expect(foreign.status).toEqual((await write({ rsvtUid: randomUUID() }, stranger)).status)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    expect((await write({})).status.code).toBe('E_REVIEW_EARLY')
    expect((await inn.call(review.list, { query: { gdsUid: 'nowhere' } })).status.code).toBe('E_NOT_FOUND')
    expect(await list()).toEqual({
      list: [],
      pageNum: 1,
      pageSize: 10,
      total: 0,
      average: null,
      counts: [0, 0, 0, 0, 0],
    })
  })

  test("is written once, from the start of use, with the member's own review photos only", async () => {
    inn.advance((await inn.row(rsvtUid)).startsAt - inn.clock())
    expect((await inn.read(token, rsvtUid)).actions).toEqual(['review'])
    const [mine, profile] = [await upload(guest.memberId), await upload(guest.memberId, 'profile')]
    const foreign = await upload(randomUUID())
    for (const photos of [
      [mine, foreign],
      [mine, profile],
      [mine, randomUUID()],
    ])
      expect((await write({ photos })).status.code).toBe('E_NOT_FOUND')
    expect((await list())?.total).toBe(0)
    const written = await write({ photos: [mine], content: `  ${CONTENT}  ` })
    expect(written.data).toMatchObject({
      gdsUid: GOODS,
      rating: 4,
      content: CONTENT,
      author: 'Mei L.',
      photos: [mine],
      answer: null,
    })
    expect((await write({})).status.code).toBe('E_REVIEWED')
    expect((await write({ rsvtUid: early })).status.code).toBe('E_REVIEW_EARLY')
    expect(await inn.read(token, rsvtUid)).toMatchObject({ state: 'reviewed', badge: 'complete2', actions: [] })
    expect(await list({ language: 'CD0000000129' })).toMatchObject({
      list: [{ ...written.data, optionNm: '1名' }],
      total: 1,
      average: 4,
      counts: [0, 0, 0, 1, 0],
    })
  })

  test('is refused by its state for a reservation that is cancelled: no time will come to write it', async () => {
    expect((await inn.cancel(token, early)).data).toMatchObject({ state: 'cancel_asked' })
    expect((await write({ rsvtUid: early })).status.code).toBe('E_RESERVE_STATE')
  })

  test('cannot be reported without a token or with malformed input, and an unknown one is not found', async () => {
    const [first] = (await list())?.list ?? []
    const reviewUid = first?.reviewUid ?? ''
    expect((await report({ reviewUid }, '')).http).toBe(400)
    for (const body of [{}, { reviewUid: 'x' }, { reviewUid, reason: 'dull' }, { reviewUid, detail: 'x'.repeat(501) }])
      expect((await report(body)).http).toBe(422)
    expect((await report({ reviewUid: randomUUID() })).status.code).toBe('E_NOT_FOUND')
  })

  test('is reported once by each member, and stays visible with its photos until the desk hides it', async () => {
    const [first] = (await list())?.list ?? []
    const reviewUid = first?.reviewUid ?? ''
    for (const detail of ['An advertisement', 'Again'])
      expect((await report({ reviewUid, detail })).data).toEqual({ reviewUid, reportedYn: 'Y' })
    const reports = await inn.deps.db.select().from(reviewReport)
    expect(reports).toMatchObject([{ reviewUid, reason: 'spam', detail: 'An advertisement' }])
    expect((await list())?.total).toBe(1)
    const visibleFileCount = async () => (await inn.deps.db.select().from(fileTable)).filter((row) => row.shown).length
    expect(await visibleFileCount()).toBe(1)
    await inn.deps.db.transaction((tx) => hideReview(tx, reviewUid, true))
    expect(await list()).toMatchObject({ list: [], total: 0, average: null })
    expect(await visibleFileCount()).toBe(0)
    expect((await report({ reviewUid })).status.code).toBe('E_NOT_FOUND')
    await inn.deps.db.transaction((tx) => hideReview(tx, reviewUid, false))
    expect(await visibleFileCount()).toBe(1)
  })

  test('is answered by the place, and keeps its text without a name when its author withdraws', async () => {
    const [first] = (await list())?.list ?? []
    const reviewUid = first?.reviewUid ?? ''
    const answer = (uid: string) =>
      inn.deps.db.transaction((tx) => answerReview(tx, uid, 'Thank you, come again!', inn.clock()))
    await expect(answer(randomUUID())).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
    await answer(reviewUid)
    expect((await list())?.list[0]?.answer).toMatchObject({ content: 'Thank you, come again!' })
    await inn.deps.db.transaction((tx) => erase(tx, guest.memberId, Date.now()))
    expect((await list())?.list[0]).toMatchObject({ content: CONTENT, author: '' })
  })
})
