import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as inquiry from '#contract/calls/inquiry.ts'
import { IDEMPOTENCY_DAYS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { idempotency } from '#server/db/schema/idempotency.ts'
import { inquiry as inquiries } from '#server/db/schema/inquiry.ts'
import { deleteKeys, writerOf, type Claim } from '#server/http/write.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember, type App } from '../harness/factories.ts'

describe.each(drawnEngines())('idempotency, on %s', (engine) => {
  let app: App
  let token: string
  let memberId: string
  let now = Date.UTC(2026, 10, 21)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
    const member = await signUpMember(app)
    token = member.accessToken
    memberId = member.memberId
  })
  afterAll(() => app.close())

  const body = (content: string) => ({ email: 'guest@mail.example', content })
  const ask = (key: string, content: string, by: { token?: string } = {}) =>
    app.call(inquiry.insertInquiry, { body: body(content), key, ...by })
  const written = async (content: string) =>
    (await app.deps.db.select().from(inquiries).where(eq(inquiries.content, content))).length

  test('refuses a malformed key', async () => {
    for (const key of ['', 'short', 'with space in it', 'x'.repeat(129)])
      expect((await ask(key, 'A key of no form')).status.code).toBe('E_KEY')
    expect(await written('A key of no form')).toBe(0)
  })

  test('answers a repeated request with the same answer, and writes once', async () => {
    const first = await ask('key-0000001', 'Said once')
    const repeated = await ask('key-0000001', 'Said once')
    expect(first.status.code).toBe('200')
    expect(repeated.data).toEqual(first.data)
    expect(await written('Said once')).toBe(1)
  })

  test('refuses a used key with another body or another call', async () => {
    await ask('key-0000002', 'The first words', { token })
    const reused = await ask('key-0000002', 'Other words', { token })
    expect([reused.http, reused.status.code]).toEqual([409, 'E_KEY_REUSED'])
    const call = await app.call(attraction.interest, { query: { gdsUid: 'busan-tower' }, token, key: 'key-0000002' })
    expect(call.status.code).toBe('E_KEY_REUSED')
    expect(await written('Other words')).toBe(0)
  })

  test('separates the keys of guests, so that no guest learns which keys others used', async () => {
    const first = await ask('key-0000006', 'One guest wrote this')
    const second = await ask('key-0000006', 'Another guest wrote this')
    expect([first.status.code, second.status.code]).toEqual(['200', '200'])
    expect(second.data?.number).not.toBe(first.data?.number)
    expect((await ask('key-0000006', 'One guest wrote this')).data).toEqual(first.data)
  })

  test('separates the keys of members and guests', async () => {
    await ask('key-0000003', 'A guest wrote this')
    expect((await ask('key-0000003', 'A member wrote this', { token })).status.code).toBe('200')
  })

  test('writes once for concurrent requests with one key, and refuses the later ones until the first has ended', async () => {
    const twins = await Promise.all([1, 2, 3, 4].map(() => ask('key-0000004', 'Said by four')))
    const codes = twins.map(({ status }) => status.code)
    expect(codes).toContain('200')
    for (const code of codes) expect(['200', 'E_KEY_RUNNING']).toContain(code)
    expect(codes).toContain('E_KEY_RUNNING')
    expect(twins.find(({ status }) => status.code === 'E_KEY_RUNNING')?.http).toBe(409)
    expect(await written('Said by four')).toBe(1)
    expect((await ask('key-0000004', 'Said by four')).status.code).toBe('200')
  })

  test('stores neither key nor effect of a failed write, so that its key can be retried', async () => {
    const claim = { owner: memberId, key: 'key-0000005', fingerprint: 'f' }
    const write = writerOf(app.deps, claim)
    const broken = write(async (tx) => {
      await tx.delete(inquiries)
      throw new Error('cut off')
    })
    await expect(broken).rejects.toThrow('cut off')
    expect(await app.deps.db.select().from(idempotency).where(eq(idempotency.key, claim.key))).toEqual([])
    expect(await written('Said once')).toBe(1)
    await expect(write(() => Promise.resolve('done'))).resolves.toBe('done')
  })

  test('stores no text of the member in the fingerprint, and deletes keys when they expire', async () => {
    const rows = await app.deps.db.select().from(idempotency)
    expect(rows.length).toBeGreaterThan(0)
    for (const { fingerprint } of rows) expect(fingerprint).not.toContain('Said')
    now += IDEMPOTENCY_DAYS * DAY_MS - 1
    await deleteKeys(app.deps)
    expect((await app.deps.db.select().from(idempotency)).length).toBe(rows.length)
    now += 2
    await deleteKeys(app.deps)
    expect(await app.deps.db.select().from(idempotency)).toEqual([])
  })
})

describe('idempotency between two servers', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres' })
  })
  afterAll(() => app.close())

  /** Begins a write with one claim; while it works, and when it is done, another server tries with the other claim. */
  const tryDuring = async (claim: Claim, otherClaim: Claim) => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let started = (): void => undefined
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const first = writerOf(
      app.deps,
      claim,
    )(async () => {
      started()
      await held
      return 'first'
    })
    await running
    const write = (text: string) =>
      writerOf(
        app.deps,
        otherClaim,
      )(() => Promise.resolve(text)).catch((error: { code?: string; data?: unknown }) => error.code ?? error.data)
    const during = await write('second')
    release()
    return [await first, during, await write('third')]
  }

  test('refuses on the second server while the first is working on the key', async () => {
    const claim = { owner: 'guest', key: 'key-between', fingerprint: 'f' }
    expect(await tryDuring(claim, claim)).toEqual(['first', 'E_KEY_RUNNING', 'first'])
  })

  // A guest's owner is the fingerprint, which is another one on a server that signs with the next root already.
  const underRoot = (fingerprint: string) => ({ owner: `guest:${fingerprint}`, fingerprint })
  const [former, next] = [underRoot('f1'), underRoot('f2')]
  const claimOf = (key: string, one = former, beside = [next]): Claim => ({ ...one, key, former: beside })

  test('refuses a guest while a server that signs with another root is working on the key', async () => {
    const [claim, otherClaim] = [claimOf('key-roots'), claimOf('key-roots', next, [former])]
    expect(await tryDuring(claim, otherClaim)).toEqual(['first', 'E_KEY_RUNNING', 'first'])
    const [later, earlier] = [claimOf('key-roots-2', next, [former]), claimOf('key-roots-2')]
    expect(await tryDuring(later, earlier)).toEqual(['first', 'E_KEY_RUNNING', 'first'])
  })

  test('answers a guest with the stored answer, also where a server that lacked the other root has stored it', async () => {
    const write = (claim: Claim, text: string) =>
      writerOf(app.deps, claim)(() => Promise.resolve(text)).catch((error: { data?: unknown }) => error.data)
    for (const [one, beside] of [
      [former, next],
      [next, former],
    ] as const) {
      const key = `key-lacking-${one.fingerprint}`
      expect(await write(claimOf(key, one, []), 'first')).toBe('first')
      expect(await write(claimOf(key, beside, [one]), 'second')).toBe('first')
      expect(await write(claimOf(key, one, [beside]), 'second')).toBe('first')
    }
  })

  test('twin: with a key that is claimed under one root alone, both servers write', async () => {
    const [claim, otherClaim] = [claimOf('key-twin', former, []), claimOf('key-twin', next, [])]
    expect(await tryDuring(claim, otherClaim)).toEqual(['first', 'second', 'second'])
  })
})
