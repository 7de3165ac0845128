import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneTimeCode } from '#contract/calls/admission.ts'
import { giftCancel, giftInsert, giftReceive, type GiftProof } from '#contract/calls/gift.ts'
import { endOthers } from '#contract/calls/session.ts'
import { gift as giftTable } from '#server/db/schema/gift.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { signUpMember } from '../harness/factories.ts'
import { makePhone, type Phone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

type Person = Awaited<ReturnType<typeof signUpMember>>

describe.each(drawnEngines())('giving away a bound pass on %s', (engine) => {
  let shop: AftersalesShop
  let mei: Person
  let jun: Person
  let eve: Person
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
    ;[jun, eve] = [await shop.member(), await shop.member()]
  })
  // A new sender for each test: sending is throttled for each member.
  beforeEach(async () => {
    mei = await shop.member()
  })
  afterAll(() => shop.close())

  /** Buys a pass for Mei and binds it to a new phone of hers. */
  const bound = async (algorithm: 'Ed25519' | 'P-256' = 'Ed25519') => {
    const { passUids } = await shop.buyPaid(mei.accessToken)
    const passUid = passUids[0] ?? ''
    const phone = await makePhone(shop, algorithm)
    const deviceUid = (await phone.show(mei.accessToken, { passUid })).data?.deviceUid ?? ''
    return { passUid, phone, deviceUid, epoch: (await shop.unit(passUid)).epoch }
  }
  type Bound = Awaited<ReturnType<typeof bound>>
  const facts = ({ passUid, deviceUid, epoch }: Bound) => ({
    giftUid: randomUUID() as string,
    passUid,
    deviceUid,
    epoch,
    recipient: jun.email,
  })
  const send = async (
    passUid: string,
    options: { proof?: GiftProof | null; password?: string; to?: string } = {},
  ): Promise<string> => {
    const { to = jun.email, ...body } = options
    const answer = await shop.call(giftInsert, { token: mei.accessToken, body: { passUid, id: to, ...body } })
    return answer.status.code
  }
  const gifts = (passUid: string) => shop.deps.db.select().from(giftTable).where(eq(giftTable.passUid, passUid))

  test('a token alone makes no gift and no one-time code', async () => {
    const { passUid } = await bound()
    expect(await send(passUid, { to: eve.email, proof: null })).toBe('E_GIFT_PROOF')
    // A client of the first release sends no `proof` field and gets a code that it shows as a refusal.
    expect(await send(passUid, { to: eve.email })).toBe('E_GIFT_PASS')
    expect(await send(passUid, { to: eve.email, password: 'Wrong-2026!' })).toBe('E_PASSWORD_MISMATCH')
    const ask = (body: { password?: string }) =>
      shop.call(oneTimeCode, { token: mei.accessToken, body: { passUid, ...body } })
    expect((await ask({})).status.code).toBe('E_PASS_ELSEWHERE')
    expect((await ask({ password: 'Wrong-2026!' })).status.code).toBe('E_PASSWORD_MISMATCH')
    expect(await gifts(passUid)).toEqual([])
    expect(await shop.unit(passUid)).toMatchObject({ giftUid: null, memberId: mei.memberId })
    expect((await ask({ password: mei.password })).status.code).toBe('200')
  })

  test('a signature by another key that the token has registered is refused', async () => {
    const one = await bound()
    const thief = await makePhone(shop)
    const deviceUid = (await thief.show(mei.accessToken)).data?.deviceUid ?? ''
    const to = eve.email
    const forged = { ...facts(one), recipient: to }
    expect(await send(one.passUid, { to, proof: await thief.giftProof({ ...forged, deviceUid }) })).toBe('E_GIFT_PROOF')
    expect(await send(one.passUid, { to, proof: await thief.giftProof(forged) })).toBe('E_GIFT_PROOF')
    expect(await gifts(one.passUid)).toEqual([])
  })

  test('a signature for another recipient, gift, pass, epoch or phone is refused, and a damaged one', async () => {
    const one = await bound()
    const otherPass = await bound()
    const own = facts(one)
    const proof = await one.phone.giftProof(own)
    const wrong: Parameters<typeof send>[1][] = [
      { proof, to: eve.email },
      { proof: { ...proof, giftUid: randomUUID() } },
      { proof: { ...proof, epoch: proof.epoch + 1 } },
      { proof: { ...proof, deviceUid: otherPass.deviceUid } },
      { proof: { ...proof, signature: `${proof.signature.startsWith('A') ? 'B' : 'A'}${proof.signature.slice(1)}` } },
      { proof: await one.phone.giftProof({ ...own, epoch: own.epoch - 1 }) },
      { proof: await one.phone.giftProof({ ...own, epoch: own.epoch + 1 }) },
      { proof: await one.phone.giftProof({ ...own, passUid: otherPass.passUid }) },
      { proof: await otherPass.phone.giftProof({ ...own, deviceUid: otherPass.deviceUid }) },
    ]
    for (const proof of wrong) expect(await send(one.passUid, proof)).toBe('E_GIFT_PROOF')
    expect(await gifts(one.passUid)).toEqual([])
    expect(await send(one.passUid, { proof })).toBe('200')
    expect(await gifts(one.passUid)).toMatchObject([{ giftUid: own.giftUid, state: 'sent' }])
  })

  test.each(['Ed25519', 'P-256'] as const)(
    'one %s signature makes one gift, also after that was cancelled',
    async (algorithm) => {
      const one = await bound(algorithm)
      const proof = await one.phone.giftProof(facts(one))
      expect(await send(one.passUid, { proof })).toBe('200')
      const { giftUid } = proof
      expect((await shop.call(giftCancel, { token: mei.accessToken, body: { giftUid } })).status.code).toBe('200')
      expect(await send(one.passUid, { proof })).toBe('E_GIFT_PROOF')
      expect(await shop.unit(one.passUid)).toMatchObject({ giftUid: null })
      const next = await one.phone.giftProof(facts(one))
      expect(await send(one.passUid, { proof: next })).toBe('200')
    },
  )

  test('a phone that was signed out can no longer sign a gift, and the password can', async () => {
    const one = await bound()
    expect((await shop.call(endOthers, { token: mei.accessToken })).status.code).toBe('200')
    const { epoch } = await shop.unit(one.passUid)
    expect(epoch).toBe(one.epoch + 1)
    for (const at of [one.epoch, epoch])
      expect(await send(one.passUid, { proof: await one.phone.giftProof(facts({ ...one, epoch: at })) })).toBe(
        'E_GIFT_PROOF',
      )
    expect(await send(one.passUid, { password: mei.password })).toBe('200')
  })

  test('a phone that the pass has moved from can no longer sign a gift', async () => {
    const one = await bound()
    const next: Phone = await makePhone(shop)
    const moved = await next.show(mei.accessToken, { passUid: one.passUid, password: mei.password })
    expect(await send(one.passUid, { proof: await one.phone.giftProof(facts(one)) })).toBe('E_GIFT_PROOF')
    const held = { ...one, deviceUid: moved.data?.deviceUid ?? '', epoch: one.epoch + 1 }
    expect(await send(one.passUid, { proof: await next.giftProof(facts(held)) })).toBe('200')
  })

  test("another member's pass is answered like an unknown one, with a signature or a password", async () => {
    const one = await bound()
    const proof = await one.phone.giftProof(facts(one))
    for (const passUid of [one.passUid, randomUUID()]) {
      const by = (proofFields: object) =>
        shop.call(giftInsert, { token: eve.accessToken, body: { passUid, id: jun.email, ...proofFields } })
      expect((await by({ proof })).status.code).toBe('E_NOT_FOUND')
      expect((await by({ password: eve.password })).status.code).toBe('E_NOT_FOUND')
    }
  })

  test('an unbound pass needs the token alone', async () => {
    const one = await bound()
    const proof = await one.phone.giftProof(facts(one))
    expect(await send(one.passUid, { proof })).toBe('200')
    const taken = await shop.call(giftReceive, { token: jun.accessToken, body: { giftUid: proof.giftUid } })
    expect(taken.status.code).toBe('200')
    const on = await shop.call(giftInsert, { token: jun.accessToken, body: { passUid: one.passUid, id: eve.email } })
    expect(on.status.code).toBe('200')
  })
})
