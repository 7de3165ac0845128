import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { list as attractionList } from '#contract/calls/attraction.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { giftCancel } from '#contract/calls/gift.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { gift as giftTable } from '#server/db/schema/gift.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { expireGift } from '#server/modules/gift/link.ts'
import type { signUpMember } from '../harness/factories.ts'
import { openRace, passLock, type Race } from '../harness/race.ts'
import { makePhone, type Phone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'
import { linkCalls, makeKey } from './linkGiver.ts'

/** Few in `npm test`, many in `npm run faults`. */
const GIFT_ROUNDS = Number(process.env.GIFT_ROUNDS ?? 6)
type Person = Awaited<ReturnType<typeof signUpMember>>

describe('concurrent ends of a gift by link, on postgres', () => {
  let race: Race
  let shop: AftersalesShop
  let links: ReturnType<typeof linkCalls>
  let mei: Person
  let jun: Person
  let eve: Person
  let phone: Phone
  let gate = ''
  let seq = 0
  beforeAll(async () => {
    race = openRace()
    shop = await openAftersalesShop({ engine: 'postgres' })
    links = linkCalls(shop)
    ;[mei, jun, eve] = [await shop.member(), await shop.member(), await shop.member()]
    phone = await makePhone(shop)
    const places = (await shop.call(attractionList, { query: { pageSize: '50' } })).data?.list ?? []
    const place = places.find((one) => 'passGroup' in one && one.passGroup === 'B')
    const { code } = await makeEnrolmentCode(shop.deps, place?.gdsUid ?? '')
    gate = (await shop.call(gateCalls.enrol, { body: { code, label: 'Door 1' } })).data?.credential ?? ''
    expect(gate).not.toBe('')
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })
  const url = () => shop.deps.config.databaseUrl ?? ''

  /** Makes a link for a pass of Mei's phone, and a live code that an offline gate has admitted meanwhile. */
  const linked = async () => {
    shop.advance(31_000)
    const { passUids } = await shop.buyPaid(mei.accessToken)
    const passUid = passUids[0] ?? ''
    const binding = await phone.show(mei.accessToken, { passUid })
    const certificate = binding.data?.list.find((one) => one.passUid === passUid)?.certificate ?? ''
    const { deviceUid, epoch } = await shop.unit(passUid)
    const { key, linkHash } = makeKey()
    const facts = { giftUid: randomUUID() as string, passUid, deviceUid: deviceUid ?? '', epoch, recipient: linkHash }
    const { data } = await links.make(mei.accessToken, { passUid, linkHash, proof: await phone.giftProof(facts) })
    const code = await presentCode(fromBase64url(certificate) ?? new Uint8Array(), shop.clock(), phone.sign)
    return { passUid, key, code, giftUid: data?.giftUid ?? '', expiresAt: data?.link?.expiresAt ?? 0 }
  }
  const rowOf = async (giftUid: string) =>
    (await shop.deps.db.select().from(giftTable).where(eq(giftTable.giftUid, giftUid)))[0]

  /** Accepts, cancels and expires one gift, and uploads an offline entry with its pass, at once. */
  const endTogether = async () => {
    const { passUid, key, code, giftUid, expiresAt } = await linked()
    const entry = { entryUid: randomUUID(), seq: (seq += 1), at: shop.clock(), code }
    const [accepted, cancelled, expired, outcome] = await race.runTogether<string>(url(), passLock(passUid), [
      async () => (await links.receive(key, jun.accessToken)).status.code,
      async () => (await shop.call(giftCancel, { token: mei.accessToken, body: { giftUid } })).status.code,
      async () => String(await shop.deps.db.transaction((tx) => expireGift(tx, giftUid, expiresAt))),
      async () => {
        const upload = { token: gate, body: { entries: [entry], moreYn: 'N' as const } }
        const { data } = await shop.call(gateCalls.journal, upload)
        return data?.results[0]?.outcome ?? 'none'
      },
    ])
    const row = await rowOf(giftUid)
    const ends = [
      ...(accepted === '200' ? ['accepted'] : []),
      ...(cancelled === '200' ? ['cancelled'] : []),
      ...(expired === 'true' ? ['expired'] : []),
      ...(row?.state === 'cancelled' && cancelled !== '200' ? ['by entry'] : []),
    ]
    return { ends, outcome, state: row?.state, pass: await shop.unit(passUid) }
  }

  test(`a gift by link has one end and its pass one owner, ${GIFT_ROUNDS} times`, async () => {
    for (let nth = 0; nth < GIFT_ROUNDS; nth += 1) {
      const { ends, outcome, state, pass } = await endTogether()
      expect(ends).toHaveLength(1)
      expect(state).toBe(ends[0] === 'by entry' ? 'cancelled' : ends[0])
      expect(pass).toMatchObject({ memberId: ends[0] === 'accepted' ? jun.memberId : mei.memberId, giftUid: null })
      // An entry that ended the gift, or came after it had ended without leaving Mei, counts.
      if (ends[0] === 'by entry') expect(outcome).toBe('entered')
    }
  })
  test('twin: without the condition on the gift’s state, it has several ends', async () => {
    const cut = race.without(/and "gift"\."state" = (\$\d+)/, 'and $1::text is not null')
    const ends: number[] = []
    for (let nth = 0; nth < 4; nth += 1) ends.push((await endTogether()).ends.length)
    expect(cut.count).toBeGreaterThan(4)
    expect(Math.max(...ends)).toBeGreaterThan(1)
  })

  /** Two members accept one link at once. Returns how many succeeded. */
  const acceptTogether = async () => {
    const { passUid, key, giftUid } = await linked()
    const codes = await race.runTogether<string>(
      url(),
      passLock(passUid),
      [jun, eve].map((who) => async () => (await links.receive(key, who.accessToken)).status.code),
    )
    const winner = [jun, eve][codes.indexOf('200')]
    return { codes: codes.toSorted(), winner, row: await rowOf(giftUid), pass: await shop.unit(passUid) }
  }
  test('twin: without the condition on the gift’s state, both get the answer that they have it', async () => {
    race.without(/and "gift"\."state" = (\$\d+)/, 'and $1::text is not null')
    race.without(/"pass"\."gift_uid" = (\$\d+) and /, '$1::uuid is not null and ')
    expect((await acceptTogether()).codes).toEqual(['200', '200'])
  })
  test(`of two people who accept one link one has the pass, ${GIFT_ROUNDS} times`, async () => {
    for (let nth = 0; nth < GIFT_ROUNDS; nth += 1) {
      const { codes, winner, row, pass } = await acceptTogether()
      expect(codes).toEqual(['200', 'E_GIFT_ENDED'])
      expect(row?.recipientId).toBe(winner?.memberId)
      expect(pass.memberId).toBe(winner?.memberId)
    }
  })
})
