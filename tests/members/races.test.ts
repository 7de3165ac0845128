import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as cert from '#contract/calls/cert.ts'
import * as inquiry from '#contract/calls/inquiry.ts'
import { member } from '#server/db/schema/member.ts'
import { openApp } from '../harness/app.ts'
import { codeFor, freshEmail, proveMailbox, signUpForm, signUpMember, type App } from '../harness/factories.ts'
import { openRace } from '../harness/race.ts'

/** One less than the connections of the pool. */
const MANY = 15

/** Each race has a twin: its guard is cut out of the SQL, and the fault must appear. */
describe('races on postgres', () => {
  const race = openRace()
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  /** By how much each reading of the clock advances it, ms. */
  let step = 0
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres', clock: () => (now += step) })
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  afterEach(() => {
    race.restoreGuards()
    step = 0
  })
  afterAll(async () => {
    race.close()
    await app.close()
  })

  const atOnce = <T>(lock: { text: string; values: unknown[] }, calls: (() => Promise<T>)[]): Promise<T[]> =>
    race.runTogether(app.deps.config.databaseUrl ?? '', lock, calls)

  const tally = (values: string[]): Record<string, number> =>
    values.reduce<Record<string, number>>((all, value) => ({ ...all, [value]: (all[value] ?? 0) + 1 }), {})

  const refreshTogether = async () => {
    const { accessToken, refreshToken } = await signUpMember(app)
    // Successors that are made at different instants differ.
    step = 1000
    const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    const calls = Array.from({ length: MANY }, () => () => app.call(account.updateToken, { body: { refreshToken } }))
    const answers = await atOnce({ text: 'select 1 from session where id = $1 for update', values: [sid] }, calls)
    return answers.map(({ data, status }) => data?.refreshToken ?? status.code)
  }

  test('concurrent refreshes get one and the same successor', async () => {
    const tokens = await refreshTogether()
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toContain('.')
  })
  test('twin: without the condition on the session’s generation, they get several successors', async () => {
    const cut = race.without(/"session"\."generation" = (\$\d+)/, '$1::int is not null')
    expect(new Set(await refreshTogether()).size).toBeGreaterThan(1)
    expect(cut.count).toBe(MANY)
  })

  const tryTogether = async () => {
    const email = freshEmail()
    await app.call(cert.sendMail, { body: { email } })
    const code = String((Number(await codeFor(app, email)) + 1) % 1_000_000).padStart(6, '0')
    const calls = Array.from({ length: MANY }, () => () => app.call(cert.check, { body: { email, code } }))
    const answers = await atOnce(
      { text: 'select 1 from cert_code where email = $1 for update', values: [email] },
      calls,
    )
    return tally(answers.map(({ status }) => status.code))
  }

  test('of concurrent tries at a code five count', async () => {
    expect(await tryTogether()).toEqual({ E_CERT_MISMATCH: 5, E_CERT_TRIES: MANY - 5 })
  })
  test('twin: without the condition on the code’s tries, all of them count', async () => {
    race.without(/"cert_code"\."tries" < (\$\d+)/, '$1::int is not null')
    expect(await tryTogether()).toEqual({ E_CERT_MISMATCH: MANY })
  })

  const signUpTogether = async () => {
    const email = freshEmail()
    const certUid = await proveMailbox(app, email)
    const calls = Array.from(
      { length: MANY },
      () => () => app.call(account.signUp, { body: signUpForm(email, certUid) }),
    )
    const answers = await atOnce(
      { text: 'select 1 from cert_proof where id = $1 for update', values: [certUid] },
      calls,
    )
    const members = await app.deps.db.select({ id: member.id }).from(member).where(eq(member.email, email))
    return { codes: tally(answers.map(({ status }) => status.code)), members: members.length }
  }

  test('concurrent sign-ups with one proof create one member', async () => {
    expect(await signUpTogether()).toEqual({ codes: { '200': 1, E_CERT_REQUIRED: MANY - 1 }, members: 1 })
  })
  test('twin: without the condition that the proof is unused, it is accepted many times, and only the unique index on the email address holds', async () => {
    race.without(/"cert_proof"\."used_at" is null/, 'true')
    expect(await signUpTogether()).toEqual({ codes: { '200': 1, E_EMAIL_IN_USE: MANY - 1 }, members: 1 })
    await app.deps.db.execute('drop index member_email')
    try {
      expect((await signUpTogether()).members).toBe(MANY)
    } finally {
      await app.deps.db.execute(
        'delete from member where email in (select email from member group by email having count(*) > 1)',
      )
      await app.deps.db.execute('create unique index member_email on member (email)')
    }
  })

  const guessTogether = async () => {
    const email = freshEmail()
    const guess = () => app.call(account.login, { body: { id: email, password: 'Wrong-2026!' } })
    // The first guess creates the throttle's row, which the race locks, and counts as one of five.
    await guess()
    const answers = await atOnce(
      { text: 'select 1 from throttle for update', values: [] },
      Array.from({ length: MANY }, () => guess),
    )
    return tally(answers.map(({ status }) => status.code))
  }

  test('after one wrong password, four of many concurrent ones are checked', async () => {
    expect(await guessTogether()).toEqual({ E_LOGIN: 4, E_THROTTLED: MANY - 4 })
  })
  test('twin: without the condition on the throttle’s time, all passwords are checked', async () => {
    race.withoutThrottle()
    expect(await guessTogether()).toEqual({ E_LOGIN: MANY })
  })

  const askTogether = async (bodyOf: () => { id?: string; email: string; content: string }) => {
    const { accessToken: token, email } = await signUpMember(app)
    // Creates the counter's row, which the race locks.
    await app.call(inquiry.insertInquiry, { token, body: { email, content: 'The first of all' } })
    const calls = Array.from({ length: MANY }, () => () => app.call(inquiry.insertInquiry, { token, body: bodyOf() }))
    const answers = await atOnce({ text: `select 1 from counter where name = 'inquiry' for update`, values: [] }, calls)
    return answers.map(({ data, status }) => data?.number ?? status.code)
  }

  test('concurrent inquiries get one number each', async () => {
    const numbers = await askTogether(() => ({ email: 'mei@mail.example', content: 'Is the ferry running?' }))
    expect(new Set(numbers).size).toBe(MANY)
    expect(numbers.every((number) => /^Q-\d{6}$/.test(number))).toBe(true)
  })
  test('the same inquiry sent many times at once is stored once', async () => {
    const id = crypto.randomUUID()
    const numbers = await askTogether(() => ({ id, email: 'mei@mail.example', content: 'Is the ferry running?' }))
    expect(new Set(numbers).size).toBe(1)
    expect(numbers[0]).toMatch(/^Q-\d{6}$/)
  })
})
