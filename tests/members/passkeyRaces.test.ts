import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as passkey from '#contract/calls/passkey.ts'
import { signOut } from '#contract/calls/profile.ts'
import { PASSKEYS_MAX } from '#contract/limits.ts'
import { passkey as passkeyTable } from '#server/db/schema/passkey.ts'
import { session } from '#server/db/schema/session.ts'
import { openApp } from '../harness/app.ts'
import { PASSWORD, signUpMember, type App } from '../harness/factories.ts'
import { passkeyCalls } from '../harness/passkeys.ts'
import { openRace } from '../harness/race.ts'

const MANY = 20
/** Connections of the application, which wait for one lock at the same time. */
const WAITING = 9

describe('races of passkeys on postgres', () => {
  const race = openRace()
  let app: App
  let calls: ReturnType<typeof passkeyCalls>
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres', clock: () => (now += 1) })
    calls = passkeyCalls(app)
  })
  afterEach(() => {
    race.restoreGuards()
    race.whileWaiting(() => Promise.resolve())
  })
  /** For calls that hash a password before they reach the lock: the pool would take idle connections for stuck. */
  const keepPoolBusy = () => race.whileWaiting(() => app.deps.db.execute('select 1'))
  afterAll(async () => {
    race.close()
    await app.close()
  })

  const url = () => app.deps.config.databaseUrl ?? ''
  const passkeyLock = (passkeyUid: string) => ({
    text: 'select 1 from passkey where passkey_uid = $1 for update',
    values: [passkeyUid],
  })
  const challengeLock = { text: 'select 1 from passkey_challenge where used_at is null for update' }
  const liveSessions = async (memberId: string) =>
    (await app.deps.db.select().from(session).where(eq(session.memberId, memberId))).filter(
      ({ endedAt }) => endedAt === null,
    ).length
  const passkeysOf = async (memberId: string) =>
    (await app.deps.db.select().from(passkeyTable).where(eq(passkeyTable.memberId, memberId))).length

  /** Sends one signature many times at once; returns how many sessions it opens. */
  const answerOnce = async () => {
    const { owned, memberId } = await calls.owner()
    const body = calls.device.sign(owned, await calls.signInOptions())
    const signIns = Array.from(
      { length: MANY },
      (_, nth) => () => app.call(passkey.signIn, { body, ip: `10.1.${nth}.1` }),
    )
    const answers = await race.runTogether(url(), challengeLock, signIns, WAITING)
    const codes = new Set(answers.map(({ status }) => status.code))
    expect([...codes].every((code) => code === '200' || code === 'E_PASSKEY_EXPIRED')).toBe(true)
    return (await liveSessions(memberId)) - 1
  }
  test(`one challenge that is answered ${MANY} times at once opens one session`, async () => {
    expect(await answerOnce()).toBe(1)
  })
  test('twin: without the condition that the challenge is unused, each answer opens one', async () => {
    race.without(/"passkey_challenge"\."used_at" is null/, 'true')
    expect(await answerOnce()).toBe(MANY)
  })

  /** Signs different challenges with the same count at once, as a copied key does; returns how many are let in. */
  const signWithOneCount = async () => {
    const counting = passkeyCalls(app, { counts: true })
    const { owned, memberId } = await counting.owner()
    const signIns = []
    for (let nth = 0; nth < 5; nth += 1) {
      const body = counting.device.sign(owned, await counting.signInOptions(), { signCount: 50 })
      signIns.push(() => app.call(passkey.signIn, { body }))
    }
    await race.runTogether(url(), passkeyLock(owned.passkeyUid), signIns)
    return (await liveSessions(memberId)) - 1
  }
  test('of signatures with the same count, one opens a session', async () => {
    expect(await signWithOneCount()).toBe(1)
  })
  test('twin: without the condition on the count, each opens one', async () => {
    race.without(/"passkey"\."sign_count" < (\$\d+)/, '$1::bigint is not null')
    expect(await signWithOneCount()).toBe(5)
  })

  /** A member with one place left adds five passkeys at once; returns how many the member then has. */
  const addTogether = async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    for (let nth = 1; nth < PASSKEYS_MAX; nth += 1) await calls.addOne(token)
    const additions = []
    for (let nth = 0; nth < 5; nth += 1) {
      const { answer } = calls.device.make(await calls.optionsFor(token))
      additions.push(() => app.call(passkey.add, { token, body: answer }))
    }
    // Lets each of them count the passkeys, and none insert one.
    await race.runTogether(url(), { text: 'lock table passkey in exclusive mode' }, additions)
    return passkeysOf(memberId)
  }
  test('passkeys that are added at once do not exceed the limit', async () => {
    expect(await addTogether()).toBe(PASSKEYS_MAX)
  })
  test('twin: without the lock on the sessions, they do', async () => {
    race.without(/ for update$/, '')
    expect(await addTogether()).toBe(PASSKEYS_MAX + 4)
  })

  /** The passkey is deleted while a sign-in by it waits; returns whether the sign-in succeeds. */
  const signInWhileDeleting = async () => {
    keepPoolBusy()
    const { owned, accessToken: token } = await calls.owner()
    const body = calls.device.sign(owned, await calls.signInOptions())
    return race.whileHeld(url(), passkeyLock(owned.passkeyUid), async (release) => {
      const deletion = app.call(passkey.remove, {
        token,
        body: { passkeyUid: owned.passkeyUid, password: PASSWORD },
      })
      await race.waitForLocks(url(), 1)
      const signingIn = app.call(passkey.signIn, { body })
      await race.waitForLocks(url(), 2)
      await release()
      expect((await deletion).status.code).toBe('200')
      return (await signingIn).status.code
    })
  }
  test('a sign-in that waits for the deletion of its passkey is refused', async () => {
    expect(await signInWhileDeleting()).toBe('E_PASSKEY')
  })

  /** The member withdraws while a sign-in waits for the passkey; returns the sessions that are live afterwards. */
  const withdrawWhileSigningIn = async ({ isHeld }: { isHeld: boolean }) => {
    keepPoolBusy()
    const { owned, accessToken: token, memberId } = await calls.owner()
    const body = calls.device.sign(owned, await calls.signInOptions())
    return race.whileHeld(url(), passkeyLock(owned.passkeyUid), async (release) => {
      const signingIn = app.call(passkey.signIn, { body })
      await race.waitForLocks(url(), 1)
      const leaving = app.call(signOut, { token, body: { agreeYn: 'Y', password: PASSWORD } })
      await (isHeld ? race.waitForLocks(url(), 2) : leaving)
      await release()
      await Promise.all([signingIn, leaving])
      return liveSessions(memberId)
    })
  }
  test('a sign-in while its member withdraws leaves no session', async () => {
    expect(await withdrawWhileSigningIn({ isHeld: true })).toBe(0)
  })
  test('twin: without the lock on the member, the session stays', async () => {
    race.without(/ for key share$/, '')
    expect(await withdrawWhileSigningIn({ isHeld: false })).toBe(1)
  })
})
