import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { hashForLog } from '#server/http/logLine.ts'
import { flushLog } from '#server/log.ts'
import { createMailQueue } from '#server/outside/mail/mailQueue.ts'
import { openTransport } from '#server/outside/mail/transport.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'
import { openMailbox } from '../harness/mailbox.ts'

describe.each(drawnEngines())('a mail server that refuses for now, on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  test.each([
    ['with a status', '450 4.2.1 <mei@mail.example> later', { reply: 450, status: '4.2.1', step: 'RCPT TO' }],
    ['on two lines', '451-4.7.1 mei@mail.example\r\n451 4.7.1 greylisted', { reply: 451, status: '4.7.1' }],
    ['without a status', '550 <mei@mail.example> rejected', { reply: 550, step: 'RCPT TO' }],
  ])('is logged at each try, %s, by its code and a keyed hash for the address', async (key, answer, expected) => {
    const mailbox = await openMailbox({ RCPT: answer })
    const mail = createMailQueue(app.deps, openTransport({ ...app.deps.config, smtpUrl: mailbox.url }))
    const values = { code: '123456', minutes: '5' }
    const letter = { to: 'Mei@mail.example', locale: 'en', id: 'code', values, key, until: now + 3 * HOUR_MS } as const
    await app.deps.db.transaction((tx) => mail.send(letter, tx))
    for (let tried = 0; tried < 2; tried += 1) {
      await mail.deliver()
      now += HOUR_MS
    }
    await flushLog(app.deps.log)
    const text = readFileSync(join(app.deps.config.dataDir, 'server.log'), 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'a mail server refused a mail, which is tried again')
    const account = hashForLog(app.deps.keys, 'account', 'mei@mail.example')
    const line = { letter: 'code', account, ...expected }
    expect(lines.slice(-2)).toMatchObject([1, 2].map((tries) => ({ ...line, tries })))
    expect(text).not.toMatch(/mei@mail\.example/i)
    now += 3 * HOUR_MS
    await mail.deliver()
    await mail.close()
    await mailbox.close()
  })
})
