import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { updateToken } from '#contract/calls/account.ts'
import { admit } from '#contract/calls/gate.ts'
import { myPage, myPassList } from '#contract/calls/mypage.ts'
import { sync } from '#contract/calls/sync.ts'
import { CERTIFICATE_DAYS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { keyLoop } from '#server/modules/key/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn, signUpMember } from '../harness/factories.ts'
import { openTerminal } from '../harness/terminal.ts'
import { type EnrolledGate, type Gates, journals, openGates } from './gates.ts'
import { command, headerOf, judgeOffline, keyIdOf } from './keyCommands.ts'

describe.each(drawnEngines())('rotated keys on %s', (engine) => {
  const opened: Gates[] = []
  let gates: Gates
  let door: EnrolledGate
  // Each test begins with the first keys.
  beforeEach(async () => {
    gates = await openGates(engine)
    opened.push(gates)
    door = await gates.gate(gates.inGroup('A')[0] ?? '')
  })
  afterAll(() => Promise.all(opened.map((each) => each.close())))

  const run = (method: 'GET' | 'POST' | 'DELETE', id = '', token?: string) => command(gates, method, id, token)
  const keyIds = async () => ((await door.rules())?.keys ?? []).map(({ keyId }) => keyId)

  test('refuses callers without the secret, unknown keys, and a second rotation before the first one signs', async () => {
    const { accessToken } = await signUpMember(gates)
    for (const token of ['', 'garbage', accessToken, door.token])
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        expect((await run(method, method === 'GET' ? '' : 'pass-1', token)).status).toBe(401)
    expect((await run('POST', 'session')).status).toBe(404)
    for (const id of ['pass-2', 'token-0', 'x']) expect((await run('DELETE', id)).status).toBe(404)
    expect((await keyIds()).length).toBe(1)
    expect((await run('POST', 'pass')).body).toMatchObject({ id: 'pass-2', signsAt: gates.time.now + DAY_MS })
    expect((await run('POST', 'pass')).status).toBe(409)
    expect((await run('DELETE', 'pass-2')).status).toBe(200)
    expect((await run('DELETE', 'pass-2')).status).toBe(409)
  })

  test('gates have the next key a day before it signs; certificates of the former one stay good until they end', async () => {
    const early = await gates.traveller()
    const [first = ''] = await keyIds()
    await run('POST', 'pass')
    const [, second = ''] = await keyIds()
    expect(await keyIds()).toEqual([first, second])
    expect(keyIdOf((await gates.traveller()).certificate)).toBe(first)

    gates.advance(DAY_MS)
    const rules = await door.rules()
    const renewed = await gates.traveller()
    expect(keyIdOf(renewed.certificate)).toBe(second)
    expect((await early.pass()).certificate).toBe(early.certificate)
    for (const { code } of [early, renewed]) {
      expect(await judgeOffline(await code(), rules, gates.time.now)).toMatchObject({ verdict: 'admitted' })
      expect((await door.scan(await code())).data).toMatchObject({ verdict: 'admitted' })
    }

    gates.advance(CERTIFICATE_DAYS * DAY_MS)
    expect(await keyIds()).toEqual([first, second])
    gates.advance(DAY_MS)
    expect(await keyIds()).toEqual([second])
  })

  test('a revoked key of passes ends its certificates, also for gates with new lists; phones get new ones', async () => {
    const { entry, upload } = journals(() => gates)
    const traveller = await gates.traveller()
    const visitor = await gates.traveller()
    const [first] = await keyIds()
    // A gate without a network admitted it before the revocation.
    const offline = entry(await visitor.code())
    gates.advance(MINUTE_MS)
    const forged = await traveller.code()
    expect((await run('DELETE', 'pass-1')).body).toEqual({ certificates: 2 })

    const rules = await door.rules()
    expect(rules?.keys.map(({ keyId }) => keyId)).not.toContain(first)
    expect(await judgeOffline(forged, rules, gates.time.now)).toMatchObject({ reason: 'unknown_key' })
    expect((await door.scan(forged)).data).toMatchObject({ verdict: 'refused', reason: 'unreadable' })
    const { certificate } = await traveller.pass()
    expect(keyIdOf(certificate)).toBe(rules?.keys[0]?.keyId)
    expect((await door.scan(await gates.draw(traveller.phone, certificate))).data?.verdict).toBe('admitted')
    expect(await upload(door, [offline])).toEqual(['entered'])
  })

  test('a revoked key changes the parts with certificates, once every server knows of it (M20, M27)', async () => {
    const { token } = await gates.traveller()
    const ask = async (query: { cursor?: string; part?: 'passes' }) =>
      (await gates.call(sync, { token, query })).data ?? { cursor: '', changed: [] }
    const { cursor } = await ask({})
    await run('DELETE', 'pass-1')
    gates.advance(10 * SECOND_MS - 1)
    expect((await ask({ cursor })).changed).toEqual([])
    gates.advance(1)
    expect((await ask({ cursor, part: 'passes' })).changed).toEqual(['passes'])
    const next = await ask({ cursor })
    expect(next.changed).toEqual(['passes', 'reservations'])
    gates.advance(MINUTE_MS)
    expect((await ask({ cursor: next.cursor })).changed).toEqual([])
  })

  test('a revoked key that was superseded leaves the one that signs as it is', async () => {
    await run('POST', 'pass')
    gates.advance(DAY_MS)
    const traveller = await gates.traveller()
    expect((await run('DELETE', 'pass-1')).body).toEqual({ certificates: 0 })
    expect((await run('GET')).body.keys).toHaveLength(3)
    expect((await door.scan(await traveller.code())).data?.verdict).toBe('admitted')
  })

  test('a revoked key that does not sign yet makes no other key; the one that signs stays', async () => {
    const traveller = await gates.traveller()
    await run('POST', 'pass')
    expect((await run('DELETE', 'pass-2')).body).toEqual({ certificates: 0 })
    const keys = (await run('GET')).body.keys as { id: string; signs: boolean }[]
    expect(keys.map(({ id, signs }) => `${id} ${signs ? 'signs' : 'rests'}`)).toEqual([
      'pass-1 signs',
      'pass-2 rests',
      'token-1 signs',
    ])
    expect((await door.scan(await traveller.code())).data?.verdict).toBe('admitted')
    // The next rotation waits for its day, as any other.
    expect((await run('POST', 'pass')).body).toMatchObject({ id: 'pass-3', signsAt: gates.time.now + DAY_MS })
  })

  test('tokens of the former key stay valid until it is revoked; then they are refused at once', async () => {
    const asMember = async (token: string) => (await gates.call(myPage, { token })).http
    const refresh = async (refreshToken: string) =>
      (await gates.call(updateToken, { body: { refreshToken } })).status.code
    const before = await signUpMember(gates)
    const secondSession = await signIn(gates, before)
    await run('POST', 'token')
    expect(headerOf((await signIn(gates, before)).accessToken).kid).toBeUndefined()
    gates.advance(MINUTE_MS)
    const after = await signIn(gates, before)
    expect(headerOf(after.accessToken).kid).toBe('2')
    for (const { accessToken } of [before, after]) expect(await asMember(accessToken)).toBe(200)
    expect(await refresh(secondSession.refreshToken)).toBe('200')

    expect((await run('DELETE', 'token-1')).status).toBe(200)
    expect(await asMember(before.accessToken)).toBe(400)
    expect(await refresh(before.refreshToken)).toBe('E_SESSION')
    expect(await asMember(after.accessToken)).toBe(200)
    expect(await refresh(after.refreshToken)).toBe('200')
    gates.advance(12 * HOUR_MS)
    expect(await asMember(after.accessToken)).toBe(400)
  })

  test('the only key of tokens can be revoked: everybody signs in again, under the next key', async () => {
    const member = await signUpMember(gates)
    expect((await run('DELETE', 'token-1')).status).toBe(200)
    expect((await gates.call(myPage, { token: member.accessToken })).status.code).toBe('E_TOKEN')
    const { accessToken } = await signIn(gates, member)
    expect((await gates.call(myPage, { token: accessToken })).http).toBe(200)
  })
})

describe('rotated keys on two servers, and after a new root', () => {
  const opened: { close: () => Promise<void> }[] = []
  let gates: Gates
  beforeEach(async () => {
    gates = await openGates('postgres')
    opened.push(gates)
  })
  afterAll(async () => {
    for (const each of opened.toReversed()) await each.close()
  })
  const openSecond = async (env: Record<string, string> = {}) => {
    const { dataDir, databaseUrl } = gates.deps.config
    const clock = () => gates.time.now
    const second = await openApp({ engine: 'postgres', clock, env, existing: { dataDir, databaseUrl } })
    opened.push(second)
    return second
  }

  test('the other server takes tokens of a new key at once, and refuses a revoked one within its next turn', async () => {
    const second = await openSecond()
    const member = await signUpMember(gates)
    await command(gates, 'DELETE', 'token-1')
    expect((await second.call(myPage, { token: member.accessToken })).http).toBe(200)
    const { accessToken } = await signIn(gates, member)
    expect((await second.call(myPage, { token: accessToken })).http).toBe(200)
    await keyLoop.run(second.deps, new AbortController().signal)
    expect((await second.call(myPage, { token: member.accessToken })).http).toBe(400)
  })

  test('a certificate that the other server issued with a key that was just revoked is deleted', async () => {
    const second = await openSecond()
    const traveller = await gates.traveller()
    const stored = async () =>
      (await gates.deps.db.select().from(passTable).where(eq(passTable.passUid, traveller.passUid)))[0]?.certificate
    await command(gates, 'DELETE', 'pass-1')
    expect(await stored()).toBeNull()
    await second.call(myPassList, { token: traveller.token })
    expect(keyIdOf((await stored()) ?? null)).toBe(keyIdOf(traveller.certificate))
    await keyLoop.run(second.deps, new AbortController().signal)
    expect(await stored()).toBeNull()
  })

  test('under another root secret, phones get certificates that gates admit', async () => {
    const traveller = await gates.traveller()
    const door = await gates.gate(gates.inGroup('A')[0] ?? '')
    const root = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256)).toString('base64')
    const second = await openSecond({ SECRET_KEY: root })
    const scan = async (code: string) =>
      (await second.call(admit, { token: door.token, body: { entryUid: crypto.randomUUID(), code } })).data?.verdict
    expect(await scan(await traveller.code())).toBe('refused')
    const { accessToken } = await signIn(second, traveller)
    const { data } = await second.call(myPassList, { token: accessToken })
    gates.advance(MINUTE_MS)
    expect(await scan(await gates.draw(traveller.phone, data?.list[0]?.certificate ?? null))).toBe('admitted')
  })
})

test('the terminal lists, rotates and revokes keys and roots', async () => {
  const app = await openApp({ engine: 'embedded' })
  const terminal = await openTerminal(app)
  const type = (...args: string[]) => terminal.command('keys', args)
  expect((await type('list')).text).toMatch(/^pass-1 {2}[\da-f]{8} {2}made at the first start {2}signs\ntoken-1/)
  expect(await type('rotate')).toMatchObject({ code: 1 })
  expect(await type('rotate', 'session')).toMatchObject({ code: 1, text: 'Which key? pass, token or root.' })
  expect((await type('rotate', 'token')).text).toMatch(/^token-2 was made and signs from /)
  expect((await type('revoke', 'token-1')).text).toContain('sign in again')
  expect((await type('list')).text).toMatch(/token-1 .* revoked .*\ntoken-2 .* signs\nroot-[\da-f]{8} .* signs$/)

  const [, first = ''] =
    /\n(root-[\da-f]{8}) {2}made at the first start {2}signs$/.exec((await type('list')).text) ?? []
  expect(await type('revoke', 'root-00000000')).toMatchObject({
    code: 1,
    text: expect.stringContaining('no such root'),
  })
  expect((await type('revoke', first)).text).toMatch(/^root-[\da-f]{8} is revoked\. \d+ passes .* sign in again\.$/)
  expect((await type('rotate', 'root')).text).toMatch(/^root-[\da-f]{8} was made and signs from .* Make a backup\.$/)
  expect((await type('list')).text).toMatch(/root-.* revoked .*\nroot-.* signs\nroot-.* signs from .*$/)
  await app.close()
}, 60_000)
