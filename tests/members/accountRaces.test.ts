import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { giftInsert } from '#contract/calls/gift.ts'
import * as profile from '#contract/calls/profile.ts'
import * as recovery from '#contract/calls/recovery.ts'
import { HOUR_MS } from '#contract/time.ts'
import { gift } from '#server/db/schema/gift.ts'
import { pass } from '#server/db/schema/pass.ts'
import { openApp } from '../harness/app.ts'
import { PASSWORD, signUpMember, temporaryPasswordFor, type App } from '../harness/factories.ts'
import { openRace, passLock } from '../harness/race.ts'

/** One less than the connections of the pool. */
const MANY = 15

describe('races of accounts on postgres', () => {
  const race = openRace()
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres', clock: () => (now += 1) })
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  afterEach(() => {
    race.restoreGuards()
    now += HOUR_MS
  })
  afterAll(async () => {
    race.close()
    await app.close()
  })

  const url = () => app.deps.config.databaseUrl ?? ''
  const tally = (answers: { status: { code: string } }[]): Record<string, number> =>
    answers.reduce<Record<string, number>>(
      (all, { status: { code } }) => ({ ...all, [code]: (all[code] ?? 0) + 1 }),
      {},
    )
  /** Each call comes from another neighbourhood, so that none is throttled. */
  const many = <T>(call: (ip: string, nth: number) => Promise<T>) =>
    Array.from({ length: MANY }, (_, nth) => () => call(`10.1.${nth}.1`, nth))

  const forget = async () => {
    const { email, memberId } = await signUpMember(app)
    await app.call(recovery.findPassword, { query: { email } })
    return { email, memberId, password: await temporaryPasswordFor(app, email) }
  }
  const useTogether = async () => {
    const { email, memberId, password } = await forget()
    const lock = { text: 'select 1 from temporary_password where member_id = $1 for update', values: [memberId] }
    const calls = many((ip) => app.call(account.login, { body: { id: email, password }, ip }))
    return tally(await race.runTogether(url(), lock, calls))
  }

  test('a temporary password opens one session, however many logins use it at once', async () => {
    expect(await useTogether()).toEqual({ '200': 1, E_LOGIN: MANY - 1 })
  })
  test('twin: without the condition that a temporary password is unused, it opens many sessions', async () => {
    race.without(/"temporary_password"\."used_at" is null/, 'true')
    expect(await useTogether()).toEqual({ '200': MANY })
  })

  const finishTogether = async () => {
    const { email, password } = await forget()
    const { data } = await app.call(account.login, { body: { id: email, password } })
    const accessToken = data?.accessToken ?? ''
    const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    const lock = { text: 'select 1 from session where id = $1 for update', values: [sid] }
    const calls = many((_ip, nth) =>
      app.call(recovery.changePassword, { body: { accessToken, password: `Gwangalli-2026!${nth}` } }),
    )
    return tally(await race.runTogether(url(), lock, calls))
  }

  test('the session of a temporary password sets one new password', async () => {
    expect(await finishTogether()).toEqual({ '200': 1, E_SESSION: MANY - 1 })
  })
  test('twin: without the condition that the session is open, it sets many passwords', async () => {
    race.without(/"session"\."ended_at" is null/, 'true')
    expect(await finishTogether()).toEqual({ '200': MANY })
  })

  const changeTogether = async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    // Blocks the updates of this row, but not the `for key share` that each write of a member takes.
    const lock = { text: 'select 1 from member where id = $1 for no key update', values: [memberId] }
    const calls = many((ip, nth) => {
      const body = { currentPassword: PASSWORD, password: `Gwangalli-2026!${nth}` }
      return app.call(profile.changePassword, { token, body, ip })
    })
    return tally(await race.runTogether(url(), lock, calls))
  }

  test('concurrent password changes with the same current password change it once', async () => {
    expect(await changeTogether()).toEqual({ '200': 1, E_PASSWORD_CURRENT: MANY - 1 })
  })
  test('twin: without the condition on the member’s old hash, every change succeeds', async () => {
    race.without(/"member"\."password_hash" = (\$\d+)/, '$1::text is not null')
    expect(await changeTogether()).toEqual({ '200': MANY })
  })

  const newPassword = 'Gwangalli-2026!'

  /** The password is changed while the old one is being checked. With `together`, the sign-in waits for the change. */
  const signInWithOld = async (together: boolean) => {
    const { email, memberId } = await signUpMember(app)
    const change = { text: 'update member set password_hash = $2 where id = $1', values: [memberId, 'another'] }
    return race.whileHeld(url(), change, async (release) => {
      const signingIn = app.call(account.login, { body: { id: email, password: PASSWORD } })
      if (together) await race.waitForLocks(url(), 1)
      else await signingIn
      await release()
      return (await signingIn).status.code
    })
  }

  test('a password that was changed while it was checked opens no session', async () => {
    expect(await signInWithOld(true)).toBe('E_LOGIN')
  })
  test('twin: without the lock on the member’s row, the old password opens a session', async () => {
    race.without(/ for share/, '')
    expect(await signInWithOld(false)).toBe('200')
  })

  /** The password is changed while a sign-in is blocked at its news entry. With `together`, the change waits for it. */
  const changeDuringSignIn = async (together: boolean) => {
    const { email, accessToken: token } = await signUpMember(app)
    return race.whileHeld(url(), { text: 'lock table news in share mode' }, async (release) => {
      const headers = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }
      const signingIn = app.call(account.login, { body: { id: email, password: PASSWORD }, headers })
      await race.waitForLocks(url(), 1)
      const body = { currentPassword: PASSWORD, password: newPassword }
      const changing = app.call(profile.changePassword, { token, body })
      if (together) await race.waitForLocks(url(), 2)
      else await changing
      await release()
      const [opened, changed] = await Promise.all([signingIn, changing])
      const then = await app.call(profile.readMyInfo, { token: opened.data?.accessToken ?? '' })
      return [opened.status.code, changed.status.code, then.status.code]
    })
  }

  test('a password change ends a session that was opened meanwhile with the old password', async () => {
    expect(await changeDuringSignIn(true)).toEqual(['200', '200', 'E_TOKEN'])
  })
  test('twin: without the lock on the member’s row, the session that was opened meanwhile goes on', async () => {
    race.without(/ for share/, '')
    expect(await changeDuringSignIn(false)).toEqual(['200', '200', '200'])
  })

  const passOf = async (memberId: string): Promise<string> => {
    const passUid = crypto.randomUUID()
    await app.deps.db.insert(pass).values({
      passUid,
      ordUid: crypto.randomUUID(),
      unit: 0,
      orderNumber: 'HP-261121-RACE',
      memberId,
      gdsUid: 'pass-24h',
      passType: '24H',
      medium: 'mobile',
      holder: 'Mei Lin',
      windowHours: 24,
      purchasedAt: now,
      validUntil: now + 86_400_000_000,
    })
    return passUid
  }
  /**
   * The sender withdraws while the gift is blocked at the lock on its pass. With `together`, the withdrawal waits for
   * it.
   */
  const leaveWhileGiving = async (together: boolean) => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const passUid = await passOf(mei.memberId)
    const token = mei.accessToken
    return race.whileHeld(url(), passLock(passUid), async (release) => {
      const giving = app.call(giftInsert, { token, body: { passUid, id: tom.email } })
      await race.waitForLocks(url(), 1)
      const leaving = app.call(profile.signOut, { token, body: { agreeYn: 'Y', password: PASSWORD, loseYn: 'Y' } })
      if (together) await race.waitForLocks(url(), 2)
      else await leaving
      await release()
      const codes = [(await giving).status.code, (await leaving).status.code]
      const remainingGifts = await app.deps.db
        .select({ state: gift.state })
        .from(gift)
        .where(eq(gift.senderId, mei.memberId))
      return { codes, left: remainingGifts.length }
    })
  }

  test('a withdrawal during an unfinished gift is refused because of that gift', async () => {
    expect(await leaveWhileGiving(true)).toEqual({ codes: ['200', 'E_WITHDRAW_GIFT'], left: 1 })
  })
  test('twin: without the lock on the membership, the gift is left without its sender', async () => {
    race.without(/ for key share/, '')
    expect(await leaveWhileGiving(false)).toEqual({ codes: ['200', '200'], left: 1 })
  })
})
