import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { list as attractionList } from '#contract/calls/attraction.ts'
import { device as deviceCall, myPassList } from '#contract/calls/mypage.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { judgeCode } from '#contract/rules/passCheck.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { device as deviceTable } from '#server/db/schema/device.ts'
import { admission, pass as passTable } from '#server/db/schema/pass.ts'
import { revokeDevices } from '#server/modules/device/service.ts'
import { bindPass, countPasses, issuerKey } from '#server/modules/pass/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { makePhone } from './phone.ts'

const verify = verifyWith(crypto.subtle)

describe.each(drawnEngines())('a pass and its phone on %s', (engine) => {
  let shop: Shop
  let member: Awaited<ReturnType<Shop['member']>>
  let token = ''
  let passUid = ''
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    member = await shop.member()
    token = member.accessToken
    const { ordUid, payUrl } = await shop.place(token)
    await shop.bank.press(payUrl, 'approve')
    await shop.returnFromPayment(ordUid)
    passUid = (await shop.passes(token))[0]?.passUid ?? ''
  })

  const one = async () => {
    const listedPass = (await shop.passes(token)).find((pass) => pass.passUid === passUid)
    if (!listedPass) throw new Error('no pass')
    return listedPass
  }
  const facts = (set: Partial<typeof passTable.$inferInsert>) =>
    shop.deps.db.update(passTable).set(set).where(eq(passTable.passUid, passUid))
  /** Returns the verdict of an offline gate on a live code of this certificate signed by `sign`. */
  const scan = async (certificate: string | null, sign: Parameters<typeof presentCode>[2], over = {}) => {
    const { keyId, publicKey } = issuerKey(shop.deps.keys)
    const now = shop.clock()
    const text = await presentCode(fromBase64url(certificate ?? '') ?? new Uint8Array(), now, sign)
    return judgeCode(
      {
        text,
        now,
        issuerKeys: new Map([[keyId, publicKey]]),
        revoked: new Map(),
        seen: new Set(),
        held: null,
        opened: null,
        notBefore: null,
        ...over,
      },
      verify,
    )
  }

  test("passes are refused without a token, and another member's pass is answered like an unknown one", async () => {
    expect(await shop.call(myPassList, {})).toMatchObject({ http: 400, status: { code: 'E_TOKEN' } })
    const stranger = await shop.member()
    expect(await shop.passes(stranger.accessToken)).toEqual([])
    const phone = await makePhone(shop)
    const foreign = await phone.show(stranger.accessToken, { passUid })
    const random = await phone.show(stranger.accessToken, { passUid: randomUUID() })
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    expect(foreign.status).toEqual(random.status)
  })

  test('the newest twenty phones without a pass are kept, and every phone with one', async () => {
    const shows = await makePhone(shop)
    const first = await makePhone(shop)
    const uidOf = async (phone: typeof first, options = {}) => (await phone.show(token, options)).data?.deviceUid ?? ''
    const showing = await uidOf(shows, { passUid })
    const forgotten = await uidOf(first)
    const later: string[] = []
    for (let nth = 0; nth < 21; nth += 1) {
      shop.advance(1_000)
      later.push(await uidOf(await makePhone(shop)))
    }
    const keyOfDevice = async () =>
      (await shop.deps.db.select().from(deviceTable).where(eq(deviceTable.memberId, member.memberId))).map(
        ({ deviceUid }) => deviceUid,
      )
    expect((await keyOfDevice()).toSorted()).toEqual([showing, ...later.slice(1)].toSorted())
    const certificate = (await one()).certificate
    expect(await scan(certificate, shows.sign)).toMatchObject({ verdict: 'admitted' })
    // It registers again as a new phone, and no other phone is removed but the oldest.
    expect([forgotten, '']).not.toContain(await uidOf(first))
    expect(await keyOfDevice()).toHaveLength(21)
  })

  test('a new pass is unused, valid for five years and bound to no phone', async () => {
    const pass = await one()
    expect(pass).toMatchObject({
      state: 'unused',
      passType: '24H',
      medium: 'mobile',
      holder: 'Mei Lin',
      windowHours: 24,
      activatedAt: null,
      expiresAt: null,
      allowance: null,
      admissions: [],
      deviceUid: null,
      epoch: 0,
      certificate: null,
      certificateNotAfter: null,
    })
    expect(new Date(pass.validUntil).getUTCFullYear() - new Date(pass.purchasedAt).getUTCFullYear()).toBe(5)
    expect(await countPasses(shop.deps.db, member.memberId)).toBe(1)
  })

  describe('the proof', () => {
    test('a wrong signature, key or nonce is refused', async () => {
      const phone = await makePhone(shop)
      const thief = await makePhone(shop)
      const good = await phone.proof(await phone.nonce(token))
      const wrong = [
        { ...good, signature: (await thief.proof(good.nonce)).signature },
        { ...good, publicKey: (await thief.proof(good.nonce)).publicKey },
        { ...good, nonce: await phone.nonce(token) },
        { ...good, signature: good.signature.slice(2) },
        { ...good, publicKey: 'AAAA' },
        { ...good, algorithm: 'P-256' as const },
        { ...(await phone.proof('made-up')) },
        { ...good, nonce: 'é' },
      ]
      for (const body of wrong)
        expect((await shop.call(deviceCall, { token, body })).status.code).toBe('E_DEVICE_PROOF')
      expect((await shop.call(deviceCall, { token, body: good })).status.code).toBe('200')
    })

    test('is valid once, within five minutes, for the member who requested the nonce', async () => {
      const phone = await makePhone(shop)
      const body = await phone.proof(await phone.nonce(token))
      const stranger = await shop.member()
      expect((await shop.call(deviceCall, { token: stranger.accessToken, body })).status.code).toBe('E_DEVICE_PROOF')
      const codes = await Promise.all(
        [1, 2, 3].map(async () => (await shop.call(deviceCall, { token, body })).status.code),
      )
      expect(codes.toSorted()).toEqual(['200', 'E_DEVICE_PROOF', 'E_DEVICE_PROOF'])
      const lateProof = await phone.proof(await phone.nonce(token))
      shop.advance(5 * MINUTE_MS)
      expect((await shop.call(deviceCall, { token, body: lateProof })).status.code).toBe('E_DEVICE_PROOF')
    })
  })

  test.each(['Ed25519', 'P-256'] as const)(
    'bound to a phone (%s), its live code opens an offline gate, and its certificate with another key does not',
    async (algorithm) => {
      const phone = await makePhone(shop, algorithm)
      const thief = await makePhone(shop, algorithm)
      const { data } = await phone.show(token, { passUid })
      const boundPass = data?.list.find((pass) => pass.passUid === passUid)
      expect(boundPass).toMatchObject({ deviceUid: data?.deviceUid, epoch: 1 })
      expect(await one()).toEqual(boundPass)
      expect(await scan(boundPass?.certificate ?? null, thief.sign)).toEqual({ verdict: 'refused', reason: 'forged' })
      expect(await scan(boundPass?.certificate ?? null, phone.sign)).toMatchObject({
        verdict: 'admitted',
        certificate: { passUid, passType: '24H', epoch: 1, notAfter: boundPass?.certificateNotAfter },
      })
    },
  )

  test('the same key is the same phone, and binding twice does not raise the epoch', async () => {
    const phone = await makePhone(shop)
    const first = await phone.show(token)
    const second = await phone.show(token, { passUid })
    const third = await phone.show(token, { passUid })
    expect(new Set([first, second, third].map(({ data }) => data?.deviceUid)).size).toBe(1)
    expect((await one()).epoch).toBe(1)
  })

  describe('moving a pass', () => {
    test('needs the password, and revokes the code of the old phone', async () => {
      const old = await makePhone(shop)
      const fresh = await makePhone(shop)
      await old.show(token, { passUid })
      const before = await one()
      expect((await fresh.show(token, { passUid })).status.code).toBe('E_PASS_ELSEWHERE')
      expect((await fresh.show(token, { passUid, password: 'Wrong-2026!' })).status.code).toBe('E_PASSWORD_MISMATCH')
      expect(await one()).toEqual(before)
      const moved = await fresh.show(token, { passUid, password: member.password })
      expect(moved.status.code).toBe('200')
      const after = await one()
      expect(after).toMatchObject({ deviceUid: moved.data?.deviceUid, epoch: 2 })
      const revoked = new Map([[passUid, after.epoch - 1]])
      expect(await scan(before.certificate, old.sign, { revoked })).toEqual({ verdict: 'refused', reason: 'revoked' })
      expect(await scan(after.certificate, old.sign, { revoked })).toEqual({ verdict: 'refused', reason: 'forged' })
      expect(await scan(after.certificate, fresh.sign, { revoked })).toMatchObject({ verdict: 'admitted' })
    })

    test('is decided under the lock: of two phones that both saw it unbound one gets it', async () => {
      const phones = [await makePhone(shop), await makePhone(shop)]
      const deviceUids = await Promise.all(phones.map(async (phone) => (await phone.show(token)).data?.deviceUid ?? ''))
      const { memberId } = member
      const bound = await Promise.allSettled(
        deviceUids.map((deviceUid) =>
          shop.deps.db.transaction((tx) =>
            bindPass(tx, { passUid, memberId, deviceUid, mayMove: false }, shop.clock()),
          ),
        ),
      )
      expect(bound.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(bound.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'E_PASS_ELSEWHERE' } })
      expect((await one()).epoch).toBe(1)
    })

    test('is limited to three times a day', async () => {
      const [first, second] = [await makePhone(shop), await makePhone(shop)]
      await first.show(token, { passUid })
      const move = async (nth: number) =>
        (await (nth % 2 ? first : second).show(token, { passUid, password: member.password })).status.code
      expect(await move(0)).toBe('200')
      expect(await move(1)).toBe('200')
      expect(await move(2)).toBe('200')
      expect(await move(3)).toBe('E_MOVES')
      expect((await one()).epoch).toBe(4)
      await shop.deps.db.execute(`update pass_move set at = at - ${DAY_MS}`)
      expect(await move(3)).toBe('200')
    })

    test('is refused when the pass has ended', async () => {
      const phone = await makePhone(shop)
      for (const over of [
        { voided: 'refund' as const },
        { voided: null, activatedAt: shop.clock() - DAY_MS },
        { activatedAt: null, validUntil: shop.clock() },
      ]) {
        await facts(over)
        expect((await phone.show(token, { passUid })).status.code).toBe('E_PASS_NOT_LIVE')
      }
    })
  })

  describe('the certificate', () => {
    test('lasts 30 days and is renewed when less than 16 are left', async () => {
      const phone = await makePhone(shop)
      await phone.show(token, { passUid })
      const first = await one()
      const remainingMs = (first.certificateNotAfter ?? 0) - shop.clock()
      expect(remainingMs).toBeLessThanOrEqual(30 * DAY_MS)
      expect(remainingMs).toBeGreaterThan(30 * DAY_MS - 60_000)
      // The certificate is aged in the database, because the session would expire if the clock advanced.
      const age = (ms: number) => facts({ certificateNotAfter: (first.certificateNotAfter ?? 0) - ms })
      await age(13 * DAY_MS)
      expect((await one()).certificate).toBe(first.certificate)
      await age(15 * DAY_MS)
      const renewed = await one()
      expect(renewed.certificateNotAfter).toBeGreaterThanOrEqual(first.certificateNotAfter ?? 0)
      expect(await scan(renewed.certificate, phone.sign)).toMatchObject({ verdict: 'admitted' })
    })

    test("ends with the pass's window at the latest, and is deleted when the pass has ended", async () => {
      const phone = await makePhone(shop)
      await phone.show(token, { passUid })
      const before = await one()
      const start = shop.clock() - HOUR_MS
      await facts({ activatedAt: start })
      const running = await one()
      expect(running).toMatchObject({ state: 'in_use', activatedAt: start, expiresAt: start + DAY_MS })
      expect(running.certificate).not.toBe(before.certificate)
      expect(running.certificateNotAfter).toBe(Math.floor((start + DAY_MS) / 1000) * 1000)
      expect((await one()).certificate).toBe(running.certificate)
      await facts({ activatedAt: shop.clock() - DAY_MS })
      expect(await one()).toMatchObject({ state: 'used', certificate: null, certificateNotAfter: null })
    })
  })

  test('entries are listed by place, newest first, and counted for a Big3', async () => {
    await facts({ passType: 'Big3', windowHours: 120, activatedAt: shop.clock() })
    const at = shop.clock()
    const { data } = await shop.call(attractionList, {
      query: { pageSize: '50' },
    })
    const places = data?.list.flatMap((item) => ('passGroup' in item ? [item] : []))
    const [a, b] = (['A', 'B'] as const).map((group) => places?.find(({ passGroup }) => passGroup === group))
    for (const [nth, place] of [a, b].entries())
      await shop.deps.db.insert(admission).values({
        admissionUid: randomUUID(),
        passUid,
        gdsUid: place?.gdsUid ?? '',
        group: place?.passGroup ?? null,
        at: at + nth,
      })
    expect(await one()).toMatchObject({
      allowance: { A: { total: 1, used: 1 }, B: { total: 2, used: 1 } },
      admissions: [
        { gdsUid: b?.gdsUid, name: b?.name, group: 'B' },
        { gdsUid: a?.gdsUid, name: a?.name, group: 'A' },
      ],
    })
  })

  test("revoking a member's phones voids their codes once, and the pass can then be moved with the password", async () => {
    const phone = await makePhone(shop)
    const { data } = await phone.show(token, { passUid })
    for (let count = 0; count < 2; count += 1)
      await shop.deps.db.transaction((tx) => revokeDevices(tx, member.memberId, shop.clock()))
    expect(await one()).toMatchObject({ deviceUid: data?.deviceUid, epoch: 2, certificate: null })
    expect((await phone.show(token, { passUid })).status.code).toBe('E_PASS_ELSEWHERE')
    expect(await one()).toMatchObject({ epoch: 2, certificate: null })
    expect((await phone.show(token, { passUid, password: member.password })).status.code).toBe('200')
    expect((await one()).epoch).toBe(3)
  })
})
