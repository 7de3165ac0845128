import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as inquiry from '#contract/calls/inquiry.ts'
import { list as newsfeed } from '#contract/calls/newsfeed.ts'
import { OUTBOX_MAX } from '#contract/limits.ts'
import { inquiry as inquiryTable } from '#server/db/schema/inquiry.ts'
import { answerInquiry } from '#server/modules/inquiry/service.ts'
import { timeOf } from '../../scripts/operator.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { freshEmail, mailTo, signUpMember, upload, type App } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { openTerminal } from '../harness/terminal.ts'

describe.each(drawnEngines())('inquiries on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  const write = (body: unknown, token?: string, ip?: string) =>
    app.call(inquiry.insertInquiry, { body: body as never, ...(token ? { token } : {}), ...(ip ? { ip } : {}) })
  const list = (token: string, query = {}) => app.call(inquiry.list, { token, query })

  test('an inquiry is refused with fewer than five graphemes, a bad address, unknown fields or an invalid token', async () => {
    const email = freshEmail()
    const content = 'Where is the pick-up?'
    for (const short of ['', '1234', '  1234  ', '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧']) {
      const { status } = await write({ email, content: short })
      expect(status).toMatchObject({ code: 'E_INQUIRY_SHORT', message: 'Please enter at least 5 characters.' })
      expect(status.fields).toEqual([{ field: 'body.content', reason: 'inquiry_short' }])
    }
    for (const body of [
      {},
      { email },
      { email: 'mei', content },
      { email, content: 7 },
      { email, content, id: 'mine' },
      { email, content, state: 'answered' },
      { email, content: 'x'.repeat(2001) },
      { email, content: `NUL\0 inside` },
    ])
      expect((await write(body)).http).toBe(422)
    expect([413, 422]).toContain((await write({ email, content: 'x'.repeat(100_000) })).http)
    // A caller with a token is not treated as a guest when the token is invalid.
    expect((await write({ email, content }, 'garbage')).status.code).toBe('E_TOKEN')
    expect((await app.call(inquiry.list, { query: {} })).status.code).toBe('E_TOKEN')
    expect((await write({ email, content: '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧' })).status.code).toBe('200')
  })

  test("a guest's inquiry gets a number, and repeating the same id and text returns the same inquiry", async () => {
    const body = { id: crypto.randomUUID(), email: freshEmail(), content: 'Is Taejongdae open on Mondays?' }
    const first = await write(body)
    expect(first.data).toMatchObject({ id: body.id, state: 'waiting', answer: null, writtenAt: now })
    expect(first.data?.number).toMatch(/^Q-\d{6}$/)
    now += 1000
    expect((await write(body)).data).toEqual(first.data)
    expect((await write({ ...body, content: 'Something else' })).status.code).toBe('E_KEY_REUSED')
    const { accessToken } = await signUpMember(app)
    expect((await list(accessToken)).data).toEqual({ list: [], pageNum: 1, pageSize: 10, total: 0 })
  })

  test('an id that another author has used reveals nothing and creates a separate inquiry', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const used = { id: crypto.randomUUID(), email: mei.email, content: 'Only Mei wrote this' }
    const { data: hers } = await write(used, mei.accessToken)
    const guess = { ...used, email: tom.email, content: 'Tom guesses the id' }
    for (const token of [tom.accessToken, undefined]) {
      const guessed = await write(guess, token)
      const random = await write({ ...guess, id: crypto.randomUUID() }, token)
      expect([guessed.http, guessed.status]).toEqual([random.http, random.status])
      expect(Object.keys(guessed.data ?? {})).toEqual(Object.keys(random.data ?? {}))
      expect(guessed.data?.id).not.toBe(used.id)
    }
    const { data: stored } = await app.call(inquiry.detail, { token: mei.accessToken, params: { id: used.id } })
    expect(hers).toMatchObject({ ...stored, id: used.id, content: used.content })
    expect((await list(mei.accessToken)).data?.total).toBe(1)
  })

  test('a member lists their own inquiries, newest first, in pages', async () => {
    const { accessToken, email } = await signUpMember(app)
    const otherMember = await signUpMember(app)
    const numbers: string[] = []
    for (const content of ['The first one', 'The second one', 'The third one']) {
      now += 1000
      numbers.push((await write({ email, content }, accessToken)).data?.number ?? '')
    }
    await write({ email: otherMember.email, content: 'Of somebody else' }, otherMember.accessToken)
    expect(new Set(numbers).size).toBe(3)
    for (const query of [{ pageNum: '0' }, { pageSize: '51' }, { pageSize: '1e1' }, { q: 'x' }])
      expect((await list(accessToken, query)).http).toBe(422)
    const page = async (pageNum: string) => (await list(accessToken, { pageNum, pageSize: '2' })).data
    expect((await page('1'))?.list.map(({ content }) => content)).toEqual(['The third one', 'The second one'])
    expect(await page('2')).toMatchObject({
      list: [{ content: 'The first one', number: numbers[0] }],
      pageNum: 2,
      pageSize: 2,
      total: 3,
    })
    expect((await page('3'))?.list).toEqual([])
  })

  test('guests of one neighbourhood are throttled', async () => {
    const codes: string[] = []
    for (let sent = 0; sent < 70; sent += 1)
      codes.push((await write({ email: freshEmail(), content: 'Again and again' }, undefined, '192.0.2.5')).status.code)
    expect(codes.at(-1)).toBe('E_THROTTLED')
    expect((await write({ email: freshEmail(), content: 'From elsewhere' }, undefined, '192.0.3.5')).status.code).toBe(
      '200',
    )
  })

  test('a member can send a full outbox at once, then one a minute, and delays no other member', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const ask = async ({ email, accessToken }: { email: string; accessToken: string }) =>
      (await write({ email, content: 'Is anybody there?' }, accessToken)).status
    for (let sent = 0; sent < OUTBOX_MAX; sent += 1) expect((await ask(mei)).code).toBe('200')
    expect(await ask(mei)).toMatchObject({ code: 'E_THROTTLED', retryAfter: 60 })
    expect((await ask(tom)).code).toBe('200')
    now += 60_000
    expect([(await ask(mei)).code, (await ask(mei)).code]).toEqual(['200', 'E_THROTTLED'])
  })

  test("an inquiry is readable by its author alone, and another member's id is answered like an unknown one", async () => {
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const read = (id: string, token?: string) => app.call(inquiry.detail, { params: { id }, ...(token && { token }) })
    const { data } = await write({ email: mei.email, content: 'Is it open today?' }, mei.accessToken)
    const guest = await write({ email: mei.email, content: 'Is it open today?' })
    const id = data?.id ?? ''
    expect((await read(id)).status.code).toBe('E_TOKEN')
    expect((await read('Q-000001', mei.accessToken)).http).toBe(422)
    const random = await read(crypto.randomUUID(), tom.accessToken)
    expect(random.status.code).toBe('E_NOT_FOUND')
    for (const foreign of [await read(id, tom.accessToken), await read(guest.data?.id ?? '', mei.accessToken)])
      expect({ ...foreign, headers: null }).toEqual({ ...random, headers: null })
    expect((await read(id.toUpperCase(), mei.accessToken)).data).toEqual(data)
  })

  describe('answers', () => {
    let terminal: ReturnType<typeof openTerminal> | undefined
    const terminalOf = () => (terminal ??= openTerminal(app))
    const numberOf = (inquiryNumber: string | undefined) => Number(inquiryNumber?.slice(2))
    const answer = (number: number, content: string) =>
      app.deps.db.transaction((tx) => answerInquiry(tx, app.deps.mail, { number, content }, now))

    test('an unknown inquiry cannot be answered, nor one that has an answer', async () => {
      const { accessToken: token, email } = await signUpMember(app)
      const { data } = await write({ email, content: 'Where is the pick-up?' }, token)
      await expect(answer(999_999, 'Nobody asked')).rejects.toThrow('E_NOT_FOUND')
      now += 1000
      await answer(numberOf(data?.number), 'At Busan Station.')
      await expect(answer(numberOf(data?.number), 'Or elsewhere.')).rejects.toThrow('E_NOT_FOUND')
      const read = await app.call(inquiry.detail, { token, params: { id: data?.id ?? '' } })
      expect(read.data).toEqual({ ...data, state: 'answered', answer: { content: 'At Busan Station.', at: now } })
      expect((await list(token)).data?.list[0]).toEqual(read.data)
    })

    test('an inquiry is answered once from the terminal while the server runs', async () => {
      const terminal = await terminalOf()
      const type = async (number: string, input: string) =>
        (await terminal.command('inquiry', ['answer', number], { input })).text
      const { accessToken: token, email } = await signUpMember(app)
      const { data } = await write({ email, content: 'Where is the pick-up?' }, token)
      const number = data?.number ?? ''
      const response = await app.app.inject({ method: 'POST', url: `/operator/inquiries/${number}`, payload: 'Me' })
      expect(response.statusCode).toBe(401)
      expect(await type('Q-12', 'No')).toContain('Which one?')
      expect(await type('Q-999999', 'Nobody asked')).toBe('Q-999999 is no inquiry, or it has been answered.')
      expect(await type(number, '  \n')).toBe('An answer has 1 to 2000 characters.')
      expect(await type(number, 'At Busan Station.\n')).toBe(`${number} is answered.`)
      expect(await type(number, 'Or elsewhere.')).toContain('it has been answered')
      const read = await app.call(inquiry.detail, { token, params: { id: data?.id ?? '' } })
      expect(read.data?.answer?.content).toBe('At Busan Station.')
    })

    test('the terminal lists a hundred inquiries that wait, the oldest first, and says how many more there are', async () => {
      const terminal = await terminalOf()
      const lines = async () => (await terminal.command('inquiry', ['list'])).text.split('\n')
      expect((await app.app.inject({ url: '/operator/inquiries' })).statusCode).toBe(401)
      const { accessToken: token } = await signUpMember(app)
      expect(
        (await app.app.inject({ url: '/operator/inquiries', headers: { authorization: `Bearer ${token}` } }))
          .statusCode,
      ).toBe(401)

      await app.deps.db.delete(inquiryTable)
      expect(await lines()).toEqual(['No inquiry waits for an answer.'])
      const numbers: string[] = []
      for (const content of ['Where is the\npick-up?', 'Is it open?', 'May I bring a dog?']) {
        now += 60_000
        const { data } = await app.call(inquiry.insertInquiry, {
          body: { email: 'guest@mail.example', content },
          locale: 'cht',
        })
        numbers.push(data?.number ?? '')
      }
      await answer(numberOf(numbers[1]), 'Until nine.')
      expect(await lines()).toEqual([
        `${numbers[0]}  guest@mail.example  cht  ${timeOf(now - 120_000)}`,
        '    Where is the pick-up?',
        `${numbers[2]}  guest@mail.example  cht  ${timeOf(now)}`,
        '    May I bring a dog?',
      ])

      const later = Array.from({ length: 101 }, (_, index) => ({
        id: crypto.randomUUID(),
        number: 900_000 + index,
        memberId: null,
        email: 'guest@mail.example',
        content: 'And now?',
        writtenAt: now + index,
      }))
      await app.deps.db.insert(inquiryTable).values(later)
      const all = await lines()
      expect(all).toHaveLength(201)
      expect(all.at(-1)).toBe('and 3 more, written later')
    })

    test('the desk reads an inquiry with its photos from the terminal, and nobody else does', async () => {
      const terminal = await terminalOf()
      const show = async (...args: string[]) => (await terminal.command('inquiry', ['show', ...args])).text
      const { accessToken: token, email } = await signUpMember(app)
      const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#14508c' } })
        .png()
        .toBuffer()
      const picture = (await upload(app, { token, bytes, kind: 'inquiry' })).data
      const body = { email, content: 'The card looks like this', files: [picture?.fileUid ?? ''] }
      const { data } = await app.call(inquiry.insertInquiry, { token, body })
      const number = data?.number ?? ''
      const url = `/operator/inquiries/${number}`
      expect((await app.app.inject({ url })).statusCode).toBe(401)
      expect((await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401)
      expect(await show('Q-12')).toContain('Which one?')
      expect(await show('Q-999999')).toBe('Q-999999 is no inquiry.')
      const text = await show(number)
      for (const line of [number, email, 'The card looks like this', 'photos: 1']) expect(text).toContain(line)

      const folder = join(app.deps.config.dataDir, 'photos-of-inquiries')
      const path = join(folder, `${number}-1.webp`)
      expect(await show(number, folder)).toContain(`photo: ${path}`)
      expect(await sharp(path).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
      expect((await stat(path)).mode & 0o777).toBe(0o600)
    })

    test('a member finds the answer in the news feed', async () => {
      const { accessToken: token, email } = await signUpMember(app)
      const { data } = await write({ email, content: 'Where is the pick-up?' }, token)
      await answer(numberOf(data?.number), 'At Busan Station.')
      const news = await app.call(newsfeed, { token, query: {} })
      expect(news.data?.list[0]).toMatchObject({ path: '/myPage/inquiry', readYn: 'N' })
      expect(JSON.stringify(news.data?.list[0])).toContain(data?.number)
    })

    test('a member gets the answer by mail too, at the address in the inquiry', async () => {
      const { accessToken: token } = await signUpMember(app)
      const email = freshEmail()
      const { data } = await write({ email, content: 'Where is the pick-up?' }, token)
      await answer(numberOf(data?.number), 'At Busan Station.')
      expect(readLetter(await mailTo(app, email)).text).toContain('At Busan Station.')
    })

    test('a guest gets the answer by mail, in the language of the inquiry, with its text escaped', async () => {
      const email = freshEmail()
      const body = { email, content: 'Where is the pick-up?' }
      const { data } = await app.call(inquiry.insertInquiry, { body, locale: 'jp' })
      await answer(numberOf(data?.number), 'At <b>Busan</b> Station.')
      const { html } = readLetter(await mailTo(app, email))
      expect(html).toContain('lang="ja"')
      expect(html).toContain('At &lt;b&gt;Busan&lt;/b&gt; Station.')
    })
  })
})
