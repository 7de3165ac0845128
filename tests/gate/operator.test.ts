import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as gateCalls from '#contract/calls/gate.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { reseal } from '#server/modules/key/reseal.ts'
import { keyLoop } from '#server/modules/key/service.ts'
import { timeOf } from '../../scripts/operator.ts'
import { openApp } from '../harness/app.ts'
import { passOfCard } from '../harness/cards.ts'
import { type App, signUpMember } from '../harness/factories.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { VENUE } from './gates.ts'
import { command } from './keyCommands.ts'

describe('the operator and the gates', () => {
  let app: App
  let terminal: Terminal
  let behindMs = 0
  beforeAll(async () => {
    app = await openApp({ engine: 'embedded', clock: () => Date.now() - behindMs })
    terminal = await openTerminal(app)
  })
  afterAll(() => app.close())

  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await app.app.inject({ method, url: `/operator/gates${path}`, headers })).statusCode
  }

  test('refuses callers without the secret: no token, a member’s, an expired one, one of another key or purpose', async () => {
    const { keys } = app.deps
    const now = Date.now()
    const { accessToken } = await signUpMember(app)
    const forged = (key: Buffer, audience: string) =>
      new SignJWT().setProtectedHeader({ alg: 'HS256' }).setAudience(audience).setExpirationTime('1m').sign(key)
    const tokens = [
      undefined,
      'garbage',
      accessToken,
      await operatorToken(keys, now - 61_000),
      await forged(keys.secret('access-token'), 'harbor-pass/operator'),
      await forged(keys.secret('operator'), 'harbor-pass/api'),
      await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience('harbor-pass/operator')
        .sign(keys.secret('operator')),
    ]
    for (const token of tokens) {
      expect(await ask('GET', '', token)).toBe(401)
      expect(await ask('GET', '/conflicts', token)).toBe(401)
      expect(await ask('POST', `/${VENUE}`, token)).toBe(401)
      expect(await ask('DELETE', '/x', token)).toBe(401)
    }
    const good = await operatorToken(keys, now)
    expect(await ask('POST', '/nowhere', good)).toBe(404)
    expect(await ask('DELETE', '/nothing', good)).toBe(404)
    expect(await ask('DELETE', `/${crypto.randomUUID()}`, good)).toBe(404)
    expect(await ask('GET', '', good)).toBe(200)
  })

  const type = (args: string[], env: Record<string, string> = {}) => terminal.command('gate', args, { env })

  test('a code from the terminal enrols a gate, which the list shows and revoking ends', async () => {
    expect(await type(['enrol', 'nowhere'])).toMatchObject({ code: 1, text: expect.stringContaining('no attraction') })
    expect((await type(['list'], { PUBLIC_URL: 'http://127.0.0.1:1' })).text).toContain('No server answers')

    const { text } = await type(['enrol', VENUE])
    expect(text).toContain('(venue)')
    const { data } = await app.call(gateCalls.enrol, { body: { code: text.split('\n')[0] ?? '', label: 'Till' } })
    expect(data?.place.uid).toBe(VENUE)
    const token = data?.credential ?? ''
    expect((await type(['list'])).text).toMatch(new RegExp(`^${data?.gateUid}  venue ${VENUE}  Till  since`))
    expect((await app.call(gateCalls.rules, { token })).status.code).toBe('200')
    expect((await type(['revoke', data?.gateUid ?? ''])).text).toMatch(/^Revoked/)
    expect((await app.call(gateCalls.rules, { token })).status.code).toBe('E_GATE')
    expect((await type(['list'])).text).toContain('revoked')
  }, 60_000)
  test('entries that were kept for the desk are listed, the newest first, with the order and no whole code', async () => {
    expect((await type(['conflicts'])).text).toBe('No entry was kept for the desk.')
    const [returned, blocked] = [sampleNumber(1, 1), sampleNumber(2, 99)]
    const passUid = await passOfCard(app.deps, returned)
    await app.deps.db.update(passTable).set({ voided: 'refund' }).where(eq(passTable.passUid, passUid))
    const [pass] = await app.deps.db.select().from(passTable).where(eq(passTable.passUid, passUid))
    const { text: enrolmentCode } = await type(['enrol', 'busan-tower'])
    const { data } = await app.call(gateCalls.enrol, { body: { code: enrolmentCode.split('\n')[0] ?? '' } })
    const [place] = enrolmentCode.split('\n')[1]?.split(' (') ?? []
    const at = Date.now()
    const upload = async (seq: number, number: string) => {
      const entry = { entryUid: crypto.randomUUID(), seq, at, code: sampleQr(number) }
      const body = { entries: [entry], moreYn: 'Y' as const }
      return (await app.call(gateCalls.journal, { token: data?.credential ?? '', body })).data?.results[0]?.reason
    }
    expect([await upload(1, returned), await upload(2, blocked)]).toEqual(['refunded', 'card_blocked'])
    const { text } = await type(['conflicts'])
    const lines = text.split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(`${timeOf(at)}  ${place}  card_blocked  card …${blocked.slice(-4)}`)
    expect(lines[1]).toContain(
      `${timeOf(at)}  ${place}  refunded  card …${returned.slice(-4)}, ${pass?.passType} pass …${passUid.slice(-4)} of ${pass?.orderNumber}`,
    )
    for (const secret of [returned, blocked, sampleQr(returned), sampleQr(blocked), passUid])
      expect(text).not.toContain(secret)
  }, 60_000)

  test('entries about cards name their card after the root was rotated and cards are stored under the next one', async () => {
    const { deps } = app
    const blocked = sampleNumber(3, 99)
    const { code } = await makeEnrolmentCode(deps, 'busan-tower')
    const { data } = await app.call(gateCalls.enrol, { body: { code, label: 'Door' }, ip: '198.51.100.7' })
    let seq = 0
    const upload = async (text: string) => {
      const entry = { entryUid: crypto.randomUUID(), seq: (seq += 1), at: Date.now(), code: text }
      const body = { entries: [entry], moreYn: 'Y' as const }
      return (await app.call(gateCalls.journal, { token: data?.credential ?? '', body })).data?.results[0]?.reason
    }
    const listed = async () => (await type(['conflicts'])).text.split(`card …${blocked.slice(-4)}`).length - 1
    const before = await listed()
    expect([await upload(sampleQr(blocked)), await upload(blocked)]).toEqual(['card_blocked', 'card_blocked'])
    expect((await listed()) - before).toBe(2)

    behindMs = 2 * MINUTE_MS
    expect((await command(app, 'POST', 'root')).status).toBe(200)
    behindMs = 0
    await keyLoop.run(deps, new AbortController().signal)
    await reseal(deps)
    expect((await listed()) - before).toBe(2)
    // The number is stored nowhere: it moves to the next root when somebody types it.
    expect(await upload(blocked)).toBe('card_blocked')
    expect((await listed()) - before).toBe(3)
  }, 60_000)
})
