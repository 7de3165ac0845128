import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { cardMark } from '#contract/rules/card.ts'
import { judgeCode } from '#contract/rules/passCheck.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { revokeDevices } from '#server/modules/device/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { passOfCard, unknownNumber } from '../harness/cards.ts'
import { makePhone } from '../passes/phone.ts'
import { DESK, openGates, VENUE, type EnrolledGate, type Gates } from './gates.ts'

const verify = verifyWith(crypto.subtle)
/** Sample cards: sold over the counter, in stock, blocked. */
const SOLD = '9990000000010002'
const STOCK = sampleNumber(1, 11)
const BLOCKED = sampleNumber(1, 99)

describe.each(drawnEngines())('gate lists, on %s', (engine) => {
  let gates: Gates
  let door: EnrolledGate
  beforeAll(async () => {
    gates = await openGates(engine)
    door = await gates.gate(gates.inGroup('A')[0] ?? '')
  })
  afterAll(() => gates.close())

  /** Judges as an offline gate does, by its lists alone. */
  const judge = async (text: string, rules: Awaited<ReturnType<EnrolledGate['rules']>>) => {
    if (!rules) throw new Error('no rules')
    const judgement = await judgeCode(
      {
        text,
        now: gates.time.now,
        issuerKeys: new Map(
          rules.keys.map(({ keyId, publicKey }) => [keyId, fromBase64url(publicKey) ?? new Uint8Array()]),
        ),
        revoked: new Map(rules.revoked.map(({ passUid, epoch }) => [passUid, epoch])),
        seen: new Set(),
        held: null,
        opened: null,
        notBefore: null,
      },
      verify,
    )
    return judgement.verdict === 'refused' ? judgement.reason : judgement.verdict
  }

  test('contain the place, public keys, limits and the time at which they were made', async () => {
    const rules = await door.rules()
    expect(rules).toMatchObject({
      place: door.place,
      group: 'A',
      madeAt: gates.time.now,
      limits: { skewMs: 90_000, holdMs: 60_000, periodMs: 15_000, undoMs: 60_000 },
    })
    expect(rules?.keys).toHaveLength(1)
    expect((await (await gates.gate(VENUE)).rules())?.group).toBeNull()
  })

  test('admit a live code, and refuse one whose pass was moved, signed out or refunded', async () => {
    const [still, moved, refunded, ended] = [
      await gates.traveller(),
      await gates.traveller(),
      await gates.traveller(),
      await gates.traveller(),
    ]
    const codes = await Promise.all([still, moved, refunded, ended].map(({ code }) => code()))
    const verdicts = async () => {
      const rules = await door.rules()
      return Promise.all(codes.map((code) => judge(code, rules)))
    }
    expect(await verdicts()).toEqual(['admitted', 'admitted', 'admitted', 'admitted'])
    const otherPhone = await makePhone(gates)
    const binding = await otherPhone.show(moved.token, { passUid: moved.passUid, password: moved.password })
    await refunded.set({ voided: 'refund' })
    await gates.deps.db.transaction((tx) => revokeDevices(tx, ended.memberId, gates.time.now))
    expect(await verdicts()).toEqual(['admitted', 'revoked', 'revoked', 'revoked'])
    const fresh = binding.data?.list.find(({ passUid }) => passUid === moved.passUid)?.certificate ?? null
    expect(await judge(await gates.draw(otherPhone, fresh), await door.rules())).toBe('admitted')
  })

  test('forget a revoked pass once its last certificate has expired', async () => {
    const { passUid, password, token, code } = await gates.traveller()
    const old = await code()
    const otherPhone = await makePhone(gates)
    await otherPhone.show(token, { passUid, password })
    const lists = async () => (await door.rules())?.revoked.some((one) => one.passUid === passUid)
    expect(await lists()).toBe(true)
    gates.advance(30 * DAY_MS - HOUR_MS)
    expect(await lists()).toBe(true)
    gates.advance(HOUR_MS)
    expect(await lists()).toBe(false)
    expect(await judge(old, await door.rules())).toBe('stale')
  })

  test('contain card marks of QR codes under the gate’s own key, each with its pass, and no printed number', async () => {
    const rules = await door.rules()
    if (!rules?.cardList) throw new Error('no list of cards')
    const { key, live, blocked } = rules.cardList
    const mark = (code: string) => cardMark(crypto.subtle, key, code)
    expect(live).toContainEqual({ mark: await mark(sampleQr(SOLD)), passUid: await passOfCard(gates.deps, SOLD) })
    expect(blocked).toContain(await mark(sampleQr(BLOCKED)))
    const marks = [...live.map((one) => one.mark), ...blocked]
    for (const unlisted of [sampleQr(STOCK), SOLD, BLOCKED, `HPCARD${SOLD}`])
      expect(marks).not.toContain(await mark(unlisted))
    for (const number of [SOLD, STOCK, BLOCKED]) expect(JSON.stringify(rules)).not.toContain(number)
    expect(JSON.stringify(rules)).not.toContain('HPCARD')
    // The key of a gate stays the same; another gate has another key.
    expect((await door.rules())?.cardList?.key).toBe(key)
    const twin = await (await gates.gate(door.place.uid)).rules()
    expect(twin?.cardList?.key).not.toBe(key)
    expect(twin?.cardList?.live.some((one) => marks.includes(one.mark))).toBe(false)
  })

  test('contain salted hashes of QR codes for gates of the first release, and no printed number', async () => {
    const { salt = '', live = [], blocked = [] } = (await door.rules())?.cards ?? {}
    const hash = (code: string) =>
      createHash('sha256')
        .update(salt + code)
        .digest()
        .subarray(0, 12)
        .toString('base64url')
    expect(live).toContain(hash(sampleQr(SOLD)))
    expect(blocked).toContain(hash(sampleQr(BLOCKED)))
    for (const unlisted of [SOLD, BLOCKED, `HPCARD${SOLD}`, sampleQr(STOCK)])
      expect([...live, ...blocked]).not.toContain(hash(unlisted))
    expect((await door.rules())?.cards.salt).not.toBe(salt)
  })

  test.each([VENUE, DESK])('contain no cards for %s', async (place) => {
    const rules = await (await gates.gate(place)).rules()
    expect(rules).toMatchObject({ cards: { live: [], blocked: [] }, cardList: null })
  })

  test('a card opens by its number or its QR code, once at each place, unless it is blocked or unsold', async () => {
    for (const [number, reason] of [
      [BLOCKED, 'card_blocked'],
      [STOCK, 'unreadable'],
      [unknownNumber(1), 'unreadable'],
    ] as const)
      expect((await door.scan(number)).data).toMatchObject({ verdict: 'refused', reason, pass: null })
    const first = await door.scan('9990 0000 0001 0002')
    expect(first.data).toMatchObject({ verdict: 'admitted', by: 'card', pass: { passType: '24H', holder: null } })
    expect((await door.scan(sampleQr(SOLD).toLowerCase())).data).toMatchObject({
      verdict: 'refused',
      reason: 'used_here',
    })
    const [unit] = await gates.deps.db
      .select()
      .from(passTable)
      .where(eq(passTable.passUid, await passOfCard(gates.deps, SOLD)))
    expect(unit?.activatedAt).toBe(gates.time.now)
  })
})
