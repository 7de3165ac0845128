import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import * as question from '#contract/calls/question.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { answerQuestion } from '#server/modules/question/service.ts'
import { readSections } from '#server/modules/memberData/store.ts'
import { erase } from '#server/modules/withdrawal/erasure.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, type ReservationShop } from './reservationShop.ts'

const GOODS = 'act-perfume'
const CONTENT = 'Is there a lift to the studio?'

describe.each(drawnEngines())('questions about goods on %s', (engine) => {
  let inn: ReservationShop
  let author: Awaited<ReturnType<ReservationShop['visitor']>>
  let token = ''
  let stranger = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
    author = await inn.visitor()
    token = author.accessToken
    stranger = (await inn.visitor()).accessToken
  })
  afterAll(() => inn.close())

  const ask = (body: Record<string, unknown> = {}, as = token) =>
    inn.call(question.insert, {
      token: as,
      body: { questionUid: randomUUID(), gdsUid: GOODS, content: CONTENT, privateYn: 'N', ...body } as never,
    })
  const list = async (as = '', query: Record<string, string> = {}) =>
    (await inn.call(question.list, { ...(as && { token: as }), query: { gdsUid: GOODS, ...query } })).data
  const withdraw = (questionUid: unknown, as = token) =>
    inn.call(question.withdraw, { token: as, body: { questionUid } as never })
  const answer = (questionUid: string) =>
    inn.deps.db.transaction((tx) => answerQuestion(tx, questionUid, 'Yes, to every floor.', inn.clock()))

  test('is refused without a token, for unknown goods, and with a malformed id or text', async () => {
    expect((await ask({}, '')).status.code).toBe('E_TOKEN')
    expect((await ask({ gdsUid: 'nowhere' })).status.code).toBe('E_NOT_FOUND')
    for (const content of ['', '  abc  ', '👍👍👍👍'])
      expect((await ask({ content })).status).toMatchObject({ code: 'E_INQUIRY_SHORT' })
    for (const body of [{ questionUid: 'x' }, { privateYn: true }, { content: 'x'.repeat(5_000) }, { hidden: false }])
      expect((await ask(body)).http).toBe(422)
    expect((await inn.call(question.list, { query: { gdsUid: 'nowhere' } })).status.code).toBe('E_NOT_FOUND')
    expect(await list()).toEqual({ list: [], pageNum: 1, pageSize: 10, total: 0 })
  })

  test('is asked once by its id, and an id that is taken by another question is refused', async () => {
    const questionUid = randomUUID()
    const first = await ask({ questionUid, content: `  ${CONTENT} ` })
    expect(first.data).toMatchObject({
      content: CONTENT,
      author: 'Mei L.',
      state: 'waiting',
      mineYn: 'Y',
      answer: null,
    })
    expect((await ask({ questionUid })).data).toEqual(first.data)
    expect((await ask({ questionUid, content: 'Something else?' })).status.code).toBe('E_KEY_REUSED')
    expect((await ask({ questionUid }, stranger)).status.code).toBe('E_KEY_REUSED')
    expect(await list()).toMatchObject({ list: [{ questionUid, mineYn: 'N' }], total: 1 })
    expect((await list(token))?.list).toEqual([first.data])
    expect((await withdraw(questionUid)).data).toEqual({ questionUid })
  })

  test('a private question is listed to its author alone, and a page is counted for its reader', async () => {
    const { data: secret } = await ask({ privateYn: 'Y', content: 'I use a wheelchair. Can I enter?' })
    inn.advance(MINUTE_MS)
    const { data: open } = await ask()
    for (const reader of ['', stranger])
      expect(await list(reader)).toMatchObject({ list: [{ questionUid: open?.questionUid }], total: 1 })
    expect((await list(token))?.list.map(({ privateYn }) => privateYn)).toEqual(['N', 'Y'])
    expect(await list(token, { pageSize: '1', pageNum: '2' })).toMatchObject({
      list: [{ questionUid: secret?.questionUid }],
      total: 2,
    })
    for (const one of [secret, open]) await withdraw(one?.questionUid)
  })

  test("another member's question is not withdrawn, like an unknown one, nor is one that has an answer", async () => {
    const { data } = await ask()
    const questionUid = data?.questionUid ?? ''
    expect((await withdraw(questionUid, '')).status.code).toBe('E_TOKEN')
    expect((await withdraw('x')).http).toBe(422)
    const foreign = await withdraw(questionUid, stranger)
    expect(foreign.status).toEqual((await withdraw(randomUUID(), stranger)).status)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    await answer(questionUid)
    expect((await withdraw(questionUid)).status.code).toBe('E_QUESTION_ANSWERED')
    expect((await list())?.list).toMatchObject([{ questionUid, state: 'answered' }])
  })

  test('is answered once, and the news of its author lead to the questions of the goods', async () => {
    const questionUid = (await list())?.list[0]?.questionUid ?? ''
    await expect(answer(questionUid)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
    await expect(answer(randomUUID())).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
    expect((await list())?.list[0]?.answer?.content).toBe('Yes, to every floor.')
    const entries = (await inn.call(newsfeed.list, { token })).data?.list.filter(({ path }) => path?.includes('#'))
    expect(entries).toMatchObject([{ type: 'noti', path: `/activity/${GOODS}#goods-questions` }])
  })

  test('ten are asked at once, and the next one after a wait', async () => {
    const { accessToken } = await inn.visitor()
    for (let nth = 0; nth < 10; nth += 1) expect((await ask({}, accessToken)).status.code).toBe('200')
    expect((await ask({}, accessToken)).status.code).toBe('E_THROTTLED')
    inn.advance(5 * MINUTE_MS)
    expect((await ask({}, accessToken)).status.code).toBe('200')
  })

  test("is in the copy of its author's data, and deleted with the account", async () => {
    const copy = await inn.deps.db.transaction((tx) => readSections(tx, author.memberId))
    expect(copy.questions).toMatchObject([{ content: CONTENT, answer: 'Yes, to every floor.' }])
    const before = (await list())?.total ?? 0
    await inn.deps.db.transaction((tx) => erase(tx, author.memberId, Date.now()))
    expect((await list())?.total).toBe(before - 1)
  })
})
