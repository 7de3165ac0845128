import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { giftCancel, giftInsert, giftList, giftReceive, giftRefuse } from '#contract/calls/gift.ts'
import { list as newsList } from '#contract/calls/newsfeed.ts'
import { buyDetail } from '#contract/calls/purchase.ts'
import { sync } from '#contract/calls/sync.ts'
import { GIFT_LINK_MS } from '#contract/limits.ts'
import { createApp } from '#server/app.ts'
import { gift as giftTable } from '#server/db/schema/gift.ts'
import { idempotency } from '#server/db/schema/idempotency.ts'
import { endGiftByEntry } from '#server/modules/gift/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn, type signUpMember } from '../harness/factories.ts'
import { parseHead, writePageDist } from '../harness/pageDist.ts'
import { makePhone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'
import { linkCalls, makeKey } from './linkGiver.ts'

type Person = Awaited<ReturnType<typeof signUpMember>>

/** Gifts by link (spec 4.27): the refusals first, then opening, accepting and the end by time. */
describe.each(drawnEngines())('gifts by link on %s', (engine) => {
  let shop: AftersalesShop
  let links: ReturnType<typeof linkCalls>
  let mei: Person
  let jun: Person
  let eve: Person
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
    links = linkCalls(shop)
  })
  beforeEach(async () => {
    ;[mei, jun, eve] = [await shop.member(), await shop.member(), await shop.member()]
  })
  afterAll(() => shop.close())

  const bought = async () => {
    const { ordUid, passUids } = await shop.buyPaid(mei.accessToken)
    return { ordUid, passUid: passUids[0] ?? '' }
  }
  const makeGift = async (message = 'See you in Busan') => {
    const { ordUid, passUid } = await bought()
    const { key, linkHash } = makeKey()
    const { data } = await links.make(mei.accessToken, { passUid, linkHash, message })
    if (!data) throw new Error('no link was made')
    return { ordUid, passUid, key, giftUid: data.giftUid }
  }
  const rowOf = async (giftUid: string) => {
    const [row] = await shop.deps.db.select().from(giftTable).where(eq(giftTable.giftUid, giftUid))
    return row
  }
  const newsOf = async ({ accessToken: token }: Person) =>
    ((await shop.call(newsList, { token, query: { pageSize: '50' } })).data?.list ?? []).map(({ title }) => title)
  const listOf = async ({ accessToken: token }: Person) =>
    (await shop.call(giftList, { token, query: { pageSize: '50' } })).data?.list ?? []

  test('making and accepting refuse without a token', async () => {
    const { key, linkHash } = makeKey()
    expect((await links.make(undefined, { passUid: randomUUID(), linkHash })).status.code).toBe('E_TOKEN')
    expect((await links.receive(key)).status.code).toBe('E_TOKEN')
  })

  test('a chat that reads the page of a link, also with its key in the query, does not open the gift', async () => {
    const { key, giftUid } = await makeGift()
    const dist = writePageDist({ en: { '/gift': 'A gift for you' } })
    const pages = await createApp(shop.deps, { dist })
    onTestFinished(async () => {
      await pages.close()
      rmSync(dist, { recursive: true })
    })
    for (const url of ['/gift', `/gift?key=${key}`, `/gift/?k=${key}`]) {
      const { statusCode, body } = await pages.inject({ url, headers: { 'user-agent': 'facebookexternalhit/1.1' } })
      expect([statusCode, parseHead(body)['og:title'], body.includes(key)]).toEqual([200, 'A gift for you', false])
    }
    expect(await rowOf(giftUid)).toMatchObject({ state: 'sent', openedAt: null })
    await links.open(key, jun.accessToken)
    expect(await rowOf(giftUid)).toMatchObject({ state: 'sent', openedAt: expect.any(Number) as number })
  })

  test('malformed keys and hashes are refused, and an unknown key is answered alike in every call', async () => {
    const { passUid } = await bought()
    for (const linkHash of ['', 'a'.repeat(63), 'G'.repeat(64), 'a@b.example'])
      expect((await links.make(mei.accessToken, { passUid, linkHash })).http).toBe(422)
    for (const key of ['', 'short', `${makeKey().key}A`, `${makeKey().key.slice(1)}=`])
      expect((await links.read(key)).http).toBe(422)
    const { key } = makeKey()
    for (const call of [links.read, links.open, links.receive])
      expect((await call(key, jun.accessToken)).status.code).toBe('E_NOT_FOUND')
  })

  test("another member's pass, a used pass and a pass in a gift get no link", async () => {
    const { passUid } = await bought()
    const make = async (who: Person) => (await links.make(who.accessToken, { passUid, ...hash() })).status.code
    const hash = () => ({ linkHash: makeKey().linkHash })
    expect(await make(eve)).toBe('E_NOT_FOUND')
    expect(await make(mei)).toBe('200')
    expect(await make(mei)).toBe('E_GIFT_PASS')
    const sent = await shop.call(giftInsert, { token: mei.accessToken, body: { passUid, id: jun.email } })
    expect(sent.status.code).toBe('E_GIFT_PASS')
    const used = await bought()
    await shop.enter(used.passUid)
    expect((await links.make(mei.accessToken, { passUid: used.passUid, ...hash() })).status.code).toBe('E_GIFT_PASS')
  })

  test('a bound pass needs its phone’s signature over the hash of this link, or the password', async () => {
    const { passUid } = await bought()
    const phone = await makePhone(shop)
    const deviceUid = (await phone.show(mei.accessToken, { passUid })).data?.deviceUid ?? ''
    const { epoch } = await shop.unit(passUid)
    const { linkHash } = makeKey()
    const facts = { giftUid: randomUUID() as string, passUid, deviceUid, epoch }
    const make = async (proof: Awaited<ReturnType<typeof phone.giftProof>> | null, password?: string) =>
      (await links.make(mei.accessToken, { passUid, linkHash, proof, ...(password !== undefined && { password }) }))
        .status.code
    expect(await make(null)).toBe('E_GIFT_PROOF')
    expect(await make(null, 'Wrong-2026!')).toBe('E_PASSWORD_MISMATCH')
    // A signature for an address, or for another link, makes no link.
    expect(await make(await phone.giftProof({ ...facts, recipient: jun.email }))).toBe('E_GIFT_PROOF')
    expect(await make(await phone.giftProof({ ...facts, recipient: makeKey().linkHash }))).toBe('E_GIFT_PROOF')
    expect((await shop.unit(passUid)).giftUid).toBe(null)
    const proof = await phone.giftProof({ ...facts, recipient: linkHash })
    expect(await make(proof)).toBe('200')
    expect((await shop.unit(passUid)).giftUid).toBe(facts.giftUid)
    await shop.call(giftCancel, { token: mei.accessToken, body: { giftUid: facts.giftUid } })
    // One signature makes one gift.
    expect(await make(proof)).toBe('E_GIFT_PROOF')
    expect(await make(null, mei.password)).toBe('E_GIFT_PROOF')
    const second = makeKey()
    const withPassword = { passUid, linkHash: second.linkHash, password: mei.password }
    expect((await links.make(mei.accessToken, withPassword)).status.code).toBe('200')
  })

  test('the database and the stored answers have the hash of the key, and the key nowhere', async () => {
    const { key, giftUid } = await makeGift()
    await links.open(key)
    await links.receive(key, jun.accessToken)
    expect((await rowOf(giftUid))?.linkHash).toMatch(/^[0-9a-f]{64}$/)
    const stored = JSON.stringify([
      await shop.deps.db.select().from(giftTable),
      await shop.deps.db.select().from(idempotency),
    ])
    expect(stored).not.toContain(key)
  })

  test('a guest reads who gives what until when, and neither an address nor an order', async () => {
    const from = shop.clock()
    const { key, ordUid } = await makeGift()
    const { data } = await links.read(key)
    expect(data).toEqual({
      state: 'sent',
      role: 'holder',
      passType: '24H',
      medium: 'mobile',
      passUid: null,
      sender: 'Mei Lin',
      message: 'See you in Busan',
      expiresAt: expect.any(Number) as number,
    })
    expect((data?.expiresAt ?? 0) - from - GIFT_LINK_MS).toBeLessThan(60_000)
    expect(data?.expiresAt).toBeGreaterThanOrEqual(from + GIFT_LINK_MS)
    expect(JSON.stringify(data)).not.toContain(mei.email)
    expect(JSON.stringify(data)).not.toContain(ordUid)
  })

  test('reading notifies nobody; the first opening by anybody but the sender is stored and reported once', async () => {
    const { key, giftUid } = await makeGift()
    await links.read(key)
    await links.open(key, mei.accessToken)
    expect((await rowOf(giftUid))?.openedAt).toBe(null)
    const cursor = (await shop.call(sync, { token: mei.accessToken })).data?.cursor ?? ''
    expect((await links.open(key)).data).toMatchObject({ state: 'sent', message: 'See you in Busan' })
    const at = (await rowOf(giftUid))?.openedAt ?? null
    expect(at).not.toBe(null)
    shop.advance(60_000)
    await links.open(key, jun.accessToken)
    expect((await rowOf(giftUid))?.openedAt).toBe(at)
    expect(await newsOf(mei)).toEqual(['Your gift link was opened'])
    const { data } = await shop.call(sync, { token: mei.accessToken, query: { cursor } })
    expect(data?.changed).toContain('gifts')
    expect((await listOf(mei))[0]).toMatchObject({ state: 'sent', link: { openedAt: at } })
  })

  test('the sender cannot accept, and the recipient’s calls for addresses do not know the gift', async () => {
    const { key, giftUid, passUid } = await makeGift()
    expect((await links.read(key, mei.accessToken)).data).toMatchObject({ role: 'sender', passUid: null })
    expect((await links.receive(key, mei.accessToken)).status.code).toBe('E_GIFT_SELF')
    for (const call of [giftReceive, giftRefuse])
      expect((await shop.call(call, { token: jun.accessToken, body: { giftUid } })).status.code).toBe('E_NOT_FOUND')
    expect(await shop.unit(passUid)).toMatchObject({ memberId: mei.memberId, giftUid })
  })

  test('accepting moves the pass once, raises its epoch, notifies both, and shows neither the address of the other', async () => {
    const { key, giftUid, passUid, ordUid } = await makeGift()
    const before = await shop.unit(passUid)
    expect((await links.receive(key, jun.accessToken)).data).toMatchObject({
      state: 'accepted',
      role: 'recipient',
      passUid,
    })
    expect(await shop.unit(passUid)).toMatchObject({
      memberId: jun.memberId,
      giftUid: null,
      deviceUid: null,
      epoch: before.epoch + 1,
    })
    expect((await links.receive(key, eve.accessToken)).status.code).toBe('E_GIFT_ENDED')
    expect((await links.receive(key, jun.accessToken)).status.code).toBe('E_GIFT_ENDED')
    const cancel = await shop.call(giftCancel, { token: mei.accessToken, body: { giftUid } })
    expect(cancel.status.code).toBe('E_GIFT_ENDED')
    expect((await links.read(key, jun.accessToken)).data).toMatchObject({ role: 'recipient', sender: 'Mei Lin' })
    // A person who gets the link afterwards reads nothing personal.
    for (const token of [undefined, eve.accessToken])
      expect((await links.read(key, token)).data).toMatchObject({
        state: 'accepted',
        role: 'holder',
        sender: '',
        message: '',
        passUid: null,
      })
    expect(await newsOf(mei)).toEqual(['Your gift was accepted'])
    expect(await newsOf(jun)).toEqual(['You accepted a 24H pass from Mei Lin'])
    const [[sentGift], [receivedGift]] = [await listOf(mei), await listOf(jun)]
    expect(sentGift).toMatchObject({ type: 'sent', state: 'accepted', exactState: 'accepted', recipient: { id: '' } })
    expect(receivedGift).toMatchObject({ type: 'received', sender: { id: '', name: 'Mei Lin' }, link: { hash: '' } })
    expect((await shop.requestRefund(mei.accessToken, ordUid)).status.code).toBe('E_REFUND_GIVEN')
  })

  test('a cancelled link can no longer be accepted, and its pass can be given again', async () => {
    const { key, giftUid, passUid } = await makeGift()
    const cancel = await shop.call(giftCancel, { token: mei.accessToken, body: { giftUid } })
    expect(cancel.data).toMatchObject({ state: 'cancelled', recipient: { id: '' } })
    expect((await links.read(key)).data).toMatchObject({ state: 'cancelled', sender: '', message: '' })
    expect((await links.receive(key, jun.accessToken)).status.code).toBe('E_GIFT_ENDED')
    expect(await shop.unit(passUid)).toMatchObject({ memberId: mei.memberId, giftUid: null, epoch: 0 })
    expect((await links.make(mei.accessToken, { passUid, linkHash: makeKey().linkHash })).status.code).toBe('200')
  })

  test('a link whose pass gets an entry offline ends, and a link whose pass was used cannot be accepted', async () => {
    const { key, giftUid, passUid } = await makeGift()
    await shop.enter(passUid)
    expect((await links.receive(key, jun.accessToken)).status.code).toBe('E_GIFT_PASS')
    expect((await rowOf(giftUid))?.state).toBe('sent')
    expect(await shop.deps.db.transaction((tx) => endGiftByEntry(tx, giftUid, shop.clock()))).toBe(true)
    expect((await links.read(key)).data).toMatchObject({ state: 'cancelled' })
  })

  test('after 14 days the link expires once: the pass stays with its sender, who is notified', async () => {
    const { key, giftUid, passUid, ordUid } = await makeGift()
    shop.advance(GIFT_LINK_MS - 60_000)
    await shop.runJobs()
    expect((await rowOf(giftUid))?.state).toBe('sent')
    shop.advance(60_000)
    // The job has not run yet, and the link works no more.
    jun = { ...jun, accessToken: (await signIn(shop, jun)).accessToken }
    expect((await links.read(key)).data).toMatchObject({ state: 'expired', sender: '' })
    expect((await links.receive(key, jun.accessToken)).status.code).toBe('E_GIFT_ENDED')
    expect((await links.open(key)).status.code).toBe('200')
    expect((await rowOf(giftUid))?.openedAt).toBe(null)
    await shop.runJobs()
    await shop.runJobs()
    expect(await rowOf(giftUid)).toMatchObject({ state: 'expired', endedAt: expect.any(Number) as number })
    expect(await shop.unit(passUid)).toMatchObject({ memberId: mei.memberId, giftUid: null, epoch: 0 })
    mei = { ...mei, accessToken: (await signIn(shop, mei)).accessToken }
    expect(await newsOf(mei)).toContain('Nobody accepted your gift')
    // Clients of the first releases know no gift that has expired: for them it is cancelled.
    expect((await listOf(mei))[0]).toMatchObject({ state: 'cancelled', exactState: 'expired' })
    const { data: purchase } = await shop.call(buyDetail, { token: mei.accessToken, params: { id: ordUid } })
    expect(purchase?.units[0]?.gift).toBe('cancelled')
    const cancel = await shop.call(giftCancel, { token: mei.accessToken, body: { giftUid } })
    expect(cancel.status.code).toBe('E_GIFT_ENDED')
  })

  test('guessing keys from one address is throttled', async () => {
    const codes = new Set<string>()
    const goOn = shop.stopClock()
    for (let nth = 0; nth < 130; nth += 1) codes.add((await links.read(makeKey().key)).status.code)
    expect([...codes]).toEqual(['E_NOT_FOUND', 'E_THROTTLED'])
    goOn()
    shop.advance(200_000)
  })
})
