import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as phoneLink from '#contract/calls/phoneLink.ts'
import { endOthers } from '#contract/calls/session.ts'
import { session } from '#server/db/schema/session.ts'
import { openApp } from '../harness/app.ts'
import { signUpMember, type App } from '../harness/factories.ts'
import { openRace } from '../harness/race.ts'

const MANY = 10

describe('races of links for phones on postgres', () => {
  const race = openRace()
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres', clock: () => (now += 1) })
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await app.close()
  })

  const url = () => app.deps.config.databaseUrl ?? ''
  const secretOf = () => randomBytes(32).toString('base64url')
  const offered = async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    const { data } = await app.call(phoneLink.create, { token, body: {} })
    return { token, memberId, id: data?.id ?? '', secret: data?.secret ?? '' }
  }
  const confirmed = async () => {
    const link = await offered()
    const claim = secretOf()
    const { data } = await app.call(phoneLink.claim, { body: { secret: link.secret, claim } })
    const { token, id } = link
    await app.call(phoneLink.confirm, { token, params: { id }, body: { number: data?.number ?? 0 } })
    return { ...link, claim }
  }
  const lockOf = (memberId: string) => ({
    text: 'select 1 from phone_link where member_id = $1 for update',
    values: [memberId],
  })
  const liveSessions = async (memberId: string) =>
    (await app.deps.db.select().from(session).where(eq(session.memberId, memberId))).filter(
      ({ endedAt }) => endedAt === null,
    ).length

  const claimTogether = async () => {
    const { memberId, secret } = await offered()
    const calls = Array.from(
      { length: MANY },
      (_, nth) => () => app.call(phoneLink.claim, { body: { secret, claim: secretOf() }, ip: `10.1.${nth}.1` }),
    )
    const answers = await race.runTogether(url(), lockOf(memberId), calls)
    return answers.filter(({ status }) => status.code === '200').length
  }
  test('of many phones that scan the same code at once, one claims the link', async () => {
    expect(await claimTogether()).toBe(1)
  })
  test('twin: without the condition that nobody has claimed it, every phone claims it', async () => {
    race.without(/"phone_link"\."claim_hash" is null/, 'true')
    expect(await claimTogether()).toBe(MANY)
  })

  const openTogether = async () => {
    const { memberId, claim } = await confirmed()
    const calls = Array.from(
      { length: MANY },
      (_, nth) => () => app.call(phoneLink.open, { body: { claim }, ip: `10.1.${nth}.1` }),
    )
    const answers = await race.runTogether(url(), lockOf(memberId), calls)
    expect(answers.every(({ status }) => status.code === '200')).toBe(true)
    return (await liveSessions(memberId)) - 1
  }
  test('a link opens one session, however often the phone asks at once', async () => {
    expect(await openTogether()).toBe(1)
  })
  test('twin: without the condition that the link is unused, every call opens a session', async () => {
    race.without(/"phone_link"\."opened_at" is null/, 'true')
    expect(await openTogether()).toBe(MANY)
  })

  /** The phone opens its session while the computer signs out everywhere else; returns the sessions that stay. */
  const openWhileSigningOut = async () => {
    const { memberId, claim, token } = await confirmed()
    return race.whileHeld(url(), lockOf(memberId), async (release) => {
      const opening = app.call(phoneLink.open, { body: { claim } })
      await race.waitForLocks(url(), 1)
      const ending = app.call(endOthers, { token, body: {} })
      await race.waitForLocks(url(), 2)
      await release()
      await Promise.all([opening, ending])
      return liveSessions(memberId)
    })
  }
  test('a phone that signs in while the member signs out everywhere is signed out', async () => {
    expect(await openWhileSigningOut()).toBe(1)
  })
  test('twin: without the lock on the computer’s session, the phone stays signed in', async () => {
    race.without(/ for key share$/, '')
    expect(await openWhileSigningOut()).toBe(2)
  })
})
