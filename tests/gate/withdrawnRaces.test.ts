import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { oneTimeCode } from '#contract/calls/admission.ts'
import { device } from '#contract/calls/mypage.ts'
import { signOut } from '#contract/calls/profile.ts'
import { PASSWORD, signUpMember } from '../harness/factories.ts'
import { openRace } from '../harness/race.ts'
import { makePhone } from '../passes/phone.ts'
import { openGates, type Gates } from './kit.ts'

/**
 * Who withdraws while a request for a code, or for a pass on a phone, is under way. The guard is the hold on the
 * membership; its twin leaves a code behind that opens a gate. On PostgreSQL: one connection cannot show a race.
 */
describe('a withdrawal beside what makes codes, on postgres', () => {
  const race = openRace()
  let gates: Gates
  beforeAll(async () => {
    gates = await openGates('postgres')
  })
  afterEach(() => race.whole())
  afterAll(async () => {
    race.close()
    await gates.close()
  })

  /** So many stand before a lock. */
  const waiting = (wanted: number) =>
    vi.waitFor(
      async () => {
        const { rows } = await gates.deps.db.execute<{ n: number }>(
          sql`select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows[0]?.n).toBe(wanted)
      },
      { timeout: 20_000, interval: 20 },
    )
  /** Does the work while another connection holds what `lock` locks. */
  const withHeld = async <T>(
    lock: { text: string; values?: unknown[] },
    work: (letGo: () => Promise<unknown>) => T,
  ) => {
    const holder = new Client(gates.deps.config.databaseUrl ?? '')
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query(lock)
      return await work(() => holder.query('commit'))
    } finally {
      await holder.end()
    }
  }

  const owner = async () => {
    const { memberId, accessToken: token } = await signUpMember(gates)
    return { token, passUid: await gates.issue(memberId) }
  }
  const leave = (token: string) =>
    gates.call(signOut, { token, body: { agreeYn: 'Y', password: PASSWORD, loseYn: 'Y' } })
  const askCode = ({ token, passUid }: { token: string; passUid: string }) =>
    gates.call(oneTimeCode, { token, body: { passUid } })
  const heldPass = (passUid: string) => ({
    text: 'select 1 from pass where pass_uid = $1 for update',
    values: [passUid],
  })
  const scan = async (code: string) => {
    const { data } = await (await gates.gate(gates.inGroup('A')[0] ?? '')).scan(code)
    return data?.reason ?? data?.verdict
  }

  /** A code is being made, held up at its pass, when its member withdraws. `together`: the withdrawal waits for it. */
  const leaveWhileAsking = async (together: boolean) => {
    const mei = await owner()
    const [asked, left] = await withHeld(heldPass(mei.passUid), async (letGo) => {
      const asking = askCode(mei)
      await waiting(1)
      const leaving = leave(mei.token)
      if (together) await waiting(2)
      else await leaving
      await letGo()
      return Promise.all([asking, leaving])
    })
    return [asked.status.code, left.status.code, await scan(asked.data?.code ?? '')]
  }
  test('a one-time code that was being made is ended by the withdrawal', async () => {
    expect(await leaveWhileAsking(true)).toEqual(['200', '200', 'old_code'])
  })
  test('twin: without the hold on the membership it opens a gate', async () => {
    const cut = race.without(/ for key share/, '')
    expect(await leaveWhileAsking(false)).toEqual(['200', '200', 'admitted'])
    expect(cut.count).toBeGreaterThanOrEqual(1)
  })

  /** The withdrawal is under way, held up where it ends codes, when `act` comes. */
  const actWhileLeaving = async (token: string, act: () => Promise<{ status: { code: string } }>) => {
    const answers = await withHeld({ text: 'lock table one_time_code in share mode' }, async (letGo) => {
      const leaving = leave(token)
      await waiting(1)
      const acting = act()
      await waiting(2)
      await letGo()
      return Promise.all([leaving, acting])
    })
    return answers.map(({ status }) => status.code)
  }
  test('a one-time code that is asked for meanwhile is not made', async () => {
    const mei = await owner()
    expect(await actWhileLeaving(mei.token, () => askCode(mei))).toEqual(['200', 'E_TOKEN'])
  })

  /** A phone asks for a pass, held up before it is registered, when its member withdraws. What it shows at a gate. */
  const leaveWhileShowing = async () => {
    const { token, passUid } = await owner()
    const phone = await makePhone(gates)
    const proof = await phone.proof(await phone.nonce(token))
    const heldNonce = { text: 'select 1 from device_nonce where nonce = $1 for update', values: [proof.nonce] }
    const [shown, left] = await withHeld(heldNonce, async (letGo) => {
      const showing = gates.call(device, { token, body: { ...proof, passUid } })
      await waiting(1)
      const leaving = await leave(token)
      await letGo()
      return [await showing, leaving] as const
    })
    const certificate = shown.data?.list.find((pass) => pass.passUid === passUid)?.certificate ?? null
    return [shown.status.code, left.status.code, certificate && (await scan(await gates.draw(phone, certificate)))]
  }
  test('a phone that asked for a pass before it gets none after it', async () => {
    expect(await leaveWhileShowing()).toEqual(['E_TOKEN', '200', null])
  })
  test('twin: without the hold on the membership the pass opens a gate', async () => {
    const cut = race.without(/ and "member"\."withdrawn_at" is null\) for key share/, ')')
    expect(await leaveWhileShowing()).toEqual(['200', '200', 'admitted'])
    expect(cut.count).toBeGreaterThanOrEqual(1)
  })
})
