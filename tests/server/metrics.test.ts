import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { list } from '#contract/calls/attraction.ts'
import { login } from '#contract/calls/account.ts'
import { DAY_MS } from '#contract/time.ts'
import { createApp } from '#server/app.ts'
import { gate } from '#server/db/schema/gate.ts'
import { job } from '#server/db/schema/job.ts'
import { readConfig } from '#server/config.ts'
import { createMetrics, type Metrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/serveMetrics.ts'
import { createS3, sha256Of } from '#server/outside/files/s3.ts'
import { MailRefused } from '#server/outside/mail/transport.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { ROOT } from '../harness/process.ts'
import { openS3 } from '../harness/s3.ts'

/** `/metrics`, and that the dashboard and the alert rules ask for what it exports. */

const NOW = Date.UTC(2026, 10, 26, 3)
let app: App
let metrics: Metrics
let watched: Awaited<ReturnType<typeof createApp>>
let server: Awaited<ReturnType<typeof serveMetrics>>
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: () => NOW, env: { METRICS_PORT: '0' } })
  metrics = createMetrics()
  const deps = { ...app.deps, payment: metrics.countPayments(app.deps.payment) }
  watched = await createApp(deps, { onAnswer: metrics.onAnswer })
  server = await serveMetrics(metrics, deps)
  await deps.payment.get('unknown-key').catch(() => undefined)
})
afterAll(async () => {
  await server.close()
  await watched.close()
  await app.close()
})

const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
/** Returns the value of a sample, undefined when there is none. */
const valueOf = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length))
}

test('are served on their own port alone, in the format of Prometheus', async () => {
  expect((await watched.inject('/metrics')).statusCode).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`, { method: 'POST' })).status).toBe(404)
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
})

test('count calls by name and outcome, and contain no address, email or path of anybody', async () => {
  await watched.inject(`/api/v1${list.path}`)
  const body = { id: 'nobody@mail.example', password: 'Wrong-2026!', autoLgnYn: 'N' }
  const refused = await watched.inject({ method: 'POST', url: `/api/v1${login.path}`, payload: body })
  const { code } = refused.json<{ status: { code: string } }>().status
  await watched.inject('/no/such/page/nobody@mail.example')
  const text = await scrape()
  expect(valueOf(text, 'harbor_calls_total{call="attraction.list",outcome="200"}')).toBe(1)
  expect(valueOf(text, `harbor_calls_total{call="account.login",outcome="${code}"}`)).toBe(1)
  expect(valueOf(text, 'harbor_call_seconds_count{call="account.login"}')).toBe(1)
  expect(valueOf(text, 'harbor_payment_requests_total{request="get",outcome="unknown"}')).toBe(1)
  expect(text).not.toMatch(/mail\.example|127\.0\.0\.1|no\/such/)
  expect(readFileSync(join(ROOT, 'docs/operations/alerts.yml'), 'utf8')).toContain(code)
})

test('count tries to send mails by outcome, and refusals by their code', async () => {
  const refusal = { responseCode: 450, response: '450 4.2.1 <mei@mail.example> later', command: 'RCPT TO' }
  const failures = [null, Object.assign(new Error('later'), refusal), new MailRefused(550), new Error('no network')]
  const { send } = metrics.countMails({
    send: () => {
      const failure = failures.shift()
      return failure ? Promise.reject(failure) : Promise.resolve()
    },
    close: () => undefined,
  })
  const envelope = {
    to: 'mei@mail.example',
    subject: '',
    text: '',
    html: '',
    attachments: [],
    messageId: '',
    writtenAt: 0,
  }
  await send(envelope)
  for (const failure of failures.slice()) await expect(send(envelope)).rejects.toBe(failure)
  const text = await scrape()
  for (const labels of [
    'outcome="sent",reply=""',
    'outcome="refused",reply="450"',
    'outcome="no_recipient",reply="550"',
    'outcome="away",reply=""',
  ])
    expect([labels, valueOf(text, `harbor_mails_total{${labels}}`)]).toEqual([labels, 1])
  expect(text).not.toContain('mail.example')
})

test('count requests to the object storage by outcome', async () => {
  const s3 = await openS3()
  try {
    const { files } = readConfig({ FILES_S3_URL: s3.url() })
    if (!files) throw new Error('no bucket')
    const objects = metrics.countObjectRequests(createS3(files))
    await objects.put('files/a', Buffer.from('a'))
    await objects.get('files/a', sha256Of('a'))
    await objects.get('files/a', sha256Of('b')).catch(() => undefined)
    await objects.get('files/b', sha256Of('b')).catch(() => undefined)
    s3.fail(() => ({ status: 403, code: 'AccessDenied' }))
    await objects.delete('files/a').catch(() => undefined)
    const text = await scrape()
    for (const [request, outcome] of [
      ['put', 'ok'],
      ['get', 'ok'],
      ['get', 'damaged'],
      ['get', 'missing'],
      ['delete', 'away'],
    ])
      expect(valueOf(text, `harbor_object_requests_total{request="${request}",outcome="${outcome}"}`)).toBe(1)
  } finally {
    await s3.close()
  }
})

test('show the backlog of jobs, silent gates and the database', async () => {
  await app.deps.db.insert(job).values({
    kind: 'mail',
    key: 'mail:metrics',
    args: {},
    writtenAt: NOW - 90_000,
    dueAt: NOW - 90_000,
    waitsSince: null,
    tries: 3,
  })
  for (const [nth, contactAt] of [NOW, NOW - 2 * DAY_MS].entries())
    await app.deps.db.insert(gate).values({
      gateUid: `01930000-0000-7000-8000-00000000000${nth}`,
      kind: 'attraction',
      placeUid: 'a',
      credentialHash: `hash ${nth}`,
      enrolledAt: contactAt,
      contactAt,
    })
  const text = await scrape()
  expect(valueOf(text, 'harbor_jobs_waiting{kind="mail"}')).toBe(1)
  expect(valueOf(text, 'harbor_job_oldest_due_seconds{kind="mail"}')).toBe(90)
  expect(valueOf(text, 'harbor_job_tries{kind="mail"}')).toBe(3)
  expect(valueOf(text, 'harbor_gates{state="all"}')).toBe(2)
  expect(valueOf(text, 'harbor_gates{state="silent"}')).toBe(1)
  expect(valueOf(text, 'harbor_database_up')).toBe(1)
  expect(valueOf(text, 'harbor_disk_full')).toBe(0)
  expect(valueOf(text, 'harbor_database_connections{state="open"}')).toBe(1)
})

test('say that the database is away', async () => {
  const select = (): never => {
    throw new Error('away')
  }
  const away = { ...app.deps.db, select } as unknown as typeof app.deps.db
  const text = await metrics.scrape({ ...app.deps, db: Object.assign(Object.create(app.deps.db) as typeof away, away) })
  expect(valueOf(text, 'harbor_database_up')).toBe(0)
  expect(text).not.toContain('harbor_job_tries{')
})

test.each(['alerts.yml', 'dashboard.json'])('have each metric that %s names', async (file) => {
  const exported = new Set((await scrape()).split('\n').flatMap((line) => /^# TYPE (\w+)/.exec(line)?.slice(1) ?? []))
  const text = readFileSync(join(ROOT, 'docs', 'operations', file), 'utf8')
  const named = new Set(text.match(/\b(?:harbor|nodejs|process)_\w+/g))
  expect(named.size).toBeGreaterThan(5)
  expect([...named].filter((name) => !exported.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([])
})

test('have a meaning and an action in the operations document for each alert', () => {
  const alerts = readFileSync(join(ROOT, 'docs/operations/alerts.yml'), 'utf8').match(/(?<=alert: )\w+/g) ?? []
  const table = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  expect(alerts.length).toBeGreaterThan(5)
  expect(alerts.filter((name) => !table.includes(`| \`${name}\``))).toEqual([])
})
