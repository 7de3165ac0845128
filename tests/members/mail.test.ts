import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { job } from '#server/db/schema/job.ts'
import { mailContent } from '#server/db/schema/mail.ts'
import { flushLog } from '#server/log.ts'
import { writeLetter } from '#server/outside/mail/letters.ts'
import type { Letter, Mail } from '#server/outside/mail/mail.ts'
import { createMailQueue } from '#server/outside/mail/mailQueue.ts'
import { openTransport, type Transport } from '#server/outside/mail/transport.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { mailTo, type App } from '../harness/factories.ts'
import { openMailbox, readLetter, type MailStep } from '../harness/mailbox.ts'

test('each mail text contains its values in every language', () => {
  expect(translate('en', 'mail.code.body', { minutes: 5 })).toBe(
    'Enter this code within 5 minutes to confirm your email address.',
  )
  for (const locale of LOCALES) expect(translate(locale, 'mail.code.body', { minutes: 5 })).toContain('5')
})

test('values are escaped in the HTML part', () => {
  const { html, text } = writeLetter('code', 'en', { code: '<b>&"1', minutes: '5' }, 'https://pass.example')
  expect(html).toContain('&lt;b&gt;&amp;&quot;1')
  expect(html).not.toContain('<b>')
  expect(text).toContain('<b>&"1')
})

test.each(LOCALES)('both parts of a receipt hold every value and no id of a sentence: %s', (locale) => {
  const values = { number: 'HP-1', product: 'Big3', units: '2', amount: '₩81,000', paidAt: '24 Nov', buyer: 'MEI LIN' }
  const { html, text, subject } = writeLetter('orderPaid', locale, { ...values, discount: '' }, 'https://pass.example')
  expect(subject).toContain('HP-1')
  for (const content of [html, text]) {
    for (const value of Object.values(values)) expect(content).toContain(value)
    expect(content).toContain('https://pass.example/myPage/myPass')
    expect(content).not.toContain('mail.')
    expect(content).not.toContain(translate(locale, 'mail.order.discount'))
  }
})

test.each([
  ['reservationConfirmed', '/myPage/reservations'],
  ['reservationCancelled', '/myPage/reservations'],
  ['reservationDeclinedFree', '/myPage/reservations'],
  ['reservationChargedBack', '/myPage/reservations'],
  ['refundRequested', '/myPage/purchaseHistory'],
  ['refundCompleted', '/myPage/purchaseHistory'],
  ['refundDenied', '/myPage/purchaseHistory'],
  ['inquiryAnswered', '/myPage/inquiry'],
  ['marketingReminder', '/myPage/myInfo'],
  ['giftReceived', '/myPage/gift'],
] as const)('the letter %s links to the page that it is about', (id, path) => {
  const { html, text } = writeLetter(id, 'cht', {}, 'https://pass.example')
  const file = readFileSync(join(import.meta.dirname, '../../src/routeTree.gen.ts'), 'utf8')
  expect(file).toContain(`fullPath: '${path}'`)
  expect(html).toContain(`href="https://pass.example${path}"`)
  expect(text).toContain(`https://pass.example${path}`)
})

describe.each(drawnEngines())('mail on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  const mails: Mail[] = []
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterEach(async () => {
    for (const mail of mails.splice(0)) await mail.close()
    await app.deps.db.delete(mailContent)
    await app.deps.db.delete(job)
  })
  afterAll(() => app.close())

  const open = (transport?: Transport): Mail => {
    const mail = transport ? createMailQueue(app.deps, transport) : createMailQueue(app.deps)
    mails.push(mail)
    return mail
  }
  const letter = (overrides: Partial<Letter> = {}): Letter => ({
    to: 'mei@mail.example',
    locale: 'en',
    id: 'code',
    values: { code: '123456', minutes: '5' },
    key: randomUUID(),
    until: now + HOUR_MS,
    ...overrides,
  })
  const write = (mail: Mail, one: Letter) => app.deps.db.transaction((tx) => mail.send(one, tx))

  test('a mail to an IP address, which could be an internal machine, is never sent and not retried', async () => {
    const recipients: string[] = []
    const mail = open({
      send: ({ to }) => {
        recipients.push(to)
        return Promise.resolve()
      },
      close: () => undefined,
    })
    for (const to of ['a@[127.0.0.1]', 'a@[8.8.8.8]', 'mei@mail.example']) await write(mail, letter({ to }))
    await mail.deliver()
    now += HOUR_MS / 2
    await mail.deliver()
    expect(recipients).toEqual(['mei@mail.example'])
    expect(await app.deps.db.$count(mailContent)).toBe(0)
  })

  test('a mail that cannot be handed over is retried with exponential backoff, and is sent once', async () => {
    const sent: string[] = []
    let up = false
    const mail = open({
      send: ({ messageId }) => {
        if (!up) return Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
        sent.push(messageId)
        return Promise.resolve()
      },
      close: () => undefined,
    })
    const one = letter()
    await write(mail, one)
    await write(mail, one)
    const waits: number[] = []
    for (let tried = 0; tried < 8; tried += 1) {
      await mail.deliver()
      const [row] = await app.deps.db.select().from(job).where(eq(job.kind, 'mail'))
      waits.push((row?.dueAt ?? 0) - now)
      now = row?.dueAt ?? 0
    }
    expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
    up = true
    now -= 1
    await mail.deliver()
    expect(sent).toEqual([])
    now += 1
    await Promise.all([
      mail.deliver(),
      open({ send: ({ messageId }) => Promise.resolve(void sent.push(messageId)), close: () => undefined }).deliver(),
    ])
    now += HOUR_MS
    await mail.deliver()
    expect(sent.length).toBe(1)
  })

  test('a mail that has failed for a day is tried once an hour', async () => {
    const mail = open({ send: () => Promise.reject(new Error('no')), close: () => undefined })
    await write(mail, letter({ until: now + 7 * DAY_MS }))
    const waits: number[] = []
    for (let tried = 0; tried < 300; tried += 1) {
      await mail.deliver()
      const [row] = await app.deps.db.select().from(job).where(eq(job.kind, 'mail'))
      waits.push((row?.dueAt ?? 0) - now)
      now = row?.dueAt ?? 0
    }
    expect(new Set(waits.slice(6, 288))).toEqual(new Set([300_000]))
    const firstDay = waits.slice(0, 288).reduce((sum, wait) => sum + wait, 0)
    expect(firstDay / DAY_MS).toBeCloseTo(1, 1)
    expect(waits.slice(288)).toEqual(Array.from({ length: 12 }, () => HOUR_MS))
  })

  test('an expired mail is dropped, and a rolled back transaction sends nothing', async () => {
    const sent: string[] = []
    const mail = open({ send: ({ to }) => Promise.resolve(void sent.push(to)), close: () => undefined })
    await write(mail, letter({ until: now + 1000 }))
    now += 1001
    await mail.deliver()
    await app.deps.db
      .transaction(async (tx) => {
        await mail.send(letter(), tx)
        throw new Error('the cause failed')
      })
      .catch(() => undefined)
    await mail.deliver()
    expect(sent).toEqual([])
  })

  test('address and values exist until the mail is sent or given up; its job has the key alone', async () => {
    let up = false
    const mail = open({
      send: () => (up ? Promise.resolve() : Promise.reject(new Error('no'))),
      close: () => undefined,
    })
    const contents = async () => {
      const stored = JSON.stringify([
        await app.deps.db.select().from(mailContent),
        await app.deps.db.select().from(job),
      ])
      return ['mei@mail.example', '"123456"'].map((text) => stored.includes(text))
    }
    const sentLater = letter({ until: now + 10 * HOUR_MS })
    await write(mail, sentLater)
    await mail.deliver()
    expect(await contents()).toEqual([true, true])
    const rows = await app.deps.db.select().from(job)
    expect(rows.map(({ args }) => args)).toEqual([{ key: sentLater.key }])
    expect(JSON.stringify(rows)).not.toContain('mei@mail.example')
    up = true
    now += 5_000
    await mail.deliver()
    expect(await contents()).toEqual([false, false])

    up = false
    await write(mail, letter({ until: now + 1_000 }))
    await mail.deliver()
    expect(await contents()).toEqual([true, true])
    now += 5_000
    await mail.deliver()
    expect(await contents()).toEqual([false, false])
    expect(await app.deps.db.select().from(job)).toMatchObject([{ dueAt: null }, { dueAt: null }])
  })

  test('values cannot inject recipients or headers into the SMTP dialogue', async () => {
    const mailbox = await openMailbox()
    const mail = open(openTransport({ ...app.deps.config, smtpUrl: mailbox.url }))
    await write(
      mail,
      letter({ values: { code: '1\r\nBcc: eve@mail.example\r\n.\r\nRCPT TO:<eve@mail.example>', minutes: '5' } }),
    )
    await mail.deliver()
    expect(mailbox.recipients).toEqual(['RCPT TO:<mei@mail.example>'])
    const { subject, head } = readLetter(mailbox.letters[0] ?? '')
    expect(subject).toBe('Your Harbor Pass verification code')
    expect(head).not.toMatch(/^bcc/im)
    await mail.close()
    await mailbox.close()
  })

  test.each([
    ['an unknown mailbox', { RCPT: '550 5.1.1 <mei@mail.example> no such mailbox' }, 550],
    ['an unknown mailbox on two lines', { RCPT: '550-5.1.1 <mei@mail.example>\r\n550 5.1.1 no such mailbox' }, 550],
    ['an unknown domain', { RCPT: '550 5.1.2 mei@mail.example has no such domain' }, 550],
    ['a malformed recipient', { RCPT: '553 5.1.3 <mei@mail.example>' }, 553],
    ['a mailbox that has moved', { RCPT: '551 5.1.6 mei@mail.example has moved' }, 551],
    ['a domain without mail', { RCPT: '556 5.1.10 mei@mail.example takes no mail' }, 556],
  ])('%s is not tried again, and the log has the reply without the address', async (_what, replies, code) => {
    const mailbox = await openMailbox(replies)
    const mail = open(openTransport({ ...app.deps.config, smtpUrl: mailbox.url }))
    await write(mail, letter({ until: now + 10 * HOUR_MS }))
    await mail.deliver()
    now += HOUR_MS
    await mail.deliver()
    expect(mailbox.recipients).toHaveLength(1)
    expect(await app.deps.db.$count(mailContent)).toBe(0)
    await flushLog(app.deps.log)
    const lines = readFileSync(join(app.deps.config.dataDir, 'server.log'), 'utf8').trim().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ letter: 'code', tries: 1, reply: code })
    expect(lines.join('')).not.toContain('mei@mail.example')
    await mailbox.close()
  })

  test.each([
    ['a busy recipient', { RCPT: '450 4.2.1 later' }],
    ['a busy server', { MESSAGE: '451 later' }],
    ['a refused sender', { MAIL: '550 5.1.8 not from this domain' }],
    ['a refused password', { AUTH: '535 5.7.8 wrong' }],
    ['a server that says at the recipient that it does not relay', { RCPT: '554 5.7.1 relay access denied' }],
    ['a server that asks at the recipient for a password', { RCPT: '530 authentication required' }],
    ['a sender refused at the recipient', { RCPT: '550 5.1.8 not from this domain' }],
    ['a sender refused at the recipient as malformed', { RCPT: '504 <sender>: need a fully qualified address' }],
    ['a recipient refused without a reason', { RCPT: '550 <mei@mail.example> rejected' }],
    ['a sender that is not verified', { MESSAGE: '550 The from address does not match a verified Sender Identity' }],
    ['an address of ours that is not verified', { MESSAGE: '554 Message rejected: Email address is not verified' }],
    ['a spent quota', { MESSAGE: '550 5.4.5 Daily user sending quota exceeded' }],
    ['a refused DATA', { DATA: '554 5.7.1 not from this sender' }],
    ['a code for the recipient after DATA', { MESSAGE: '550 5.1.1 no such mailbox' }],
  ])('%s is tried again', async (_what, replies: Partial<Record<MailStep, string>>) => {
    const mailbox = await openMailbox(replies)
    const smtpUrl = replies.AUTH ? mailbox.url.replace('//', '//me:word@') : mailbox.url
    const mail = open(openTransport({ ...app.deps.config, smtpUrl }))
    await write(mail, letter({ until: now + 10 * HOUR_MS }))
    await mail.deliver()
    expect(mailbox.letters).toEqual([])
    expect(await app.deps.db.$count(mailContent)).toBe(1)
    for (const step of Object.keys(replies) as MailStep[]) delete replies[step]
    now += HOUR_MS
    await mail.deliver()
    expect(mailbox.letters).toHaveLength(1)
    expect(await app.deps.db.$count(mailContent)).toBe(0)
    await mail.close()
    await mailbox.close()
  })

  test('without SMTP a mail becomes a file that only its owner can read, and no file is overwritten', async () => {
    const mail = open()
    const to = `ferry.${engine}@mail.example`
    await write(mail, letter({ to }))
    await write(mail, letter({ to, values: { code: '654321', minutes: '5' } }))
    await mail.deliver()
    const folder = join(app.deps.config.dataDir, 'mail')
    const names = (await readdir(folder)).filter((name) => name.includes(to))
    expect(names.length).toBe(2)
    expect(names.every((name) => /^\d{8}T\d{9}Z-ferry\.\w+@mail\.example(-2)?\.eml$/.test(name))).toBe(true)
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    expect((await readdir(folder)).some((name) => name.startsWith('.'))).toBe(false)
    expect(await mailTo(app, to)).toContain(`To: ${to}`)
    const page = await app.app.inject({ url: '/sandbox/mail' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('654321')
  })

  test('the sandbox mail page does not exist when SMTP is configured', async () => {
    const real = await openApp({ engine, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    try {
      const page = await real.app.inject({ url: '/sandbox/mail' })
      expect(page.body).not.toContain('Sandbox mail')
    } finally {
      await real.close()
    }
  })
})
