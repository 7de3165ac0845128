import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as goodsCode from '#contract/calls/goodsCode.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { sync } from '#contract/calls/sync.ts'
import { DAY_MS } from '#contract/time.ts'
import { goodsCode as codeTable } from '#server/db/schema/goodsCode.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { LOCKER, openReservationShop, ROOM, type ReservationShop } from './reservationShop.ts'

let shop: ReservationShop
let terminal: Terminal
let token = ''
beforeAll(async () => {
  shop = await openReservationShop({ engine: 'embedded' })
  terminal = await openTerminal(shop)
  token = (await shop.visitor()).accessToken
})
afterAll(() => shop.close())

const load = async (option: string, lines: string[]) => {
  const path = join(shop.deps.config.dataDir, 'codes.txt')
  await writeFile(path, lines.join('\n'))
  return terminal.type('code', 'load', option, path)
}
const list = () => terminal.type('code', 'list', LOCKER)
const stored = () => shop.deps.db.select().from(codeTable)
const freshCodes = (n: number) => Array.from({ length: n }, () => `LPA:1$smdp.example$${randomUUID()}`)
const unitsLeft = async (who?: string) =>
  (await shop.call(reserve.availability, { query: { goodsDtlId: LOCKER }, ...(who !== undefined && { token: who }) }))
    .data?.list[0]?.left
const show = (rsvtUid: string, who: string | null = token) =>
  shop.call(goodsCode.show, { ...(who !== null && { token: who }), body: { rsvtUid } })
const use = (rsvtUid: string, codeUid: string, who: string | null = token) =>
  shop.call(goodsCode.use, { ...(who !== null && { token: who }), body: { rsvtUid, codeUid } })
const voucherOf = async (rsvtUid: string) => {
  const { data } = await shop.call(reserve.voucher, { token, query: { rsvtUid } })
  if (data?.kind !== 'goods') throw new Error('no voucher')
  return data
}

test("code:load and code:list are refused without the operator's token", async () => {
  for (const method of ['GET', 'POST'] as const) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await shop.app.inject({ method, url: `/operator/codes/${LOCKER}`, headers })).statusCode).toBe(401)
  }
  expect(await stored()).toEqual([])
})

test('code:load refuses hotels, empty files and bad lines by their numbers, and then stores none', async () => {
  expect(await load(ROOM, ['A'])).toContain('no tour')
  expect(await load('nothing', ['A'])).toContain('no tour')
  expect(await load(LOCKER, [])).toContain('1 to 1000')
  expect(await load(LOCKER, ['A', 'B never', 'A'])).toContain('Line 2 is malformed. Line 3 is a duplicate.')
  expect(await stored()).toEqual([])
})

test('a code that is loaded already refuses the whole file, and no code is stored or listed in plain text', async () => {
  const [first = '', second = ''] = freshCodes(2)
  expect(await load(LOCKER, [first])).toContain('1 codes loaded')
  expect(await load(LOCKER, [second, first])).toContain('Line 2 is a duplicate')
  expect(await stored()).toHaveLength(1)
  expect(JSON.stringify(await stored())).not.toContain(first)
  const counts = await list()
  expect(counts).toContain('1 codes: 1 free, 0 expired, 0 assigned')
  expect(counts).not.toContain(first)
})

test('a hold takes a code, so that no more is sold than codes are free; its end frees the code', async () => {
  expect(await unitsLeft()).toBe(1)
  const held = await shop.hold(token, LOCKER, 'open')
  expect(held.codeYn).toBe('Y')
  expect(await unitsLeft()).toBe(0)
  const stranger = (await shop.visitor()).accessToken
  expect((await shop.price(stranger, LOCKER, 'open')).status.code).toBe('E_NO_ROOM')
  // For its own member the hold counts as free: it can be replaced, not doubled.
  expect((await shop.price(token, LOCKER, 'open')).data?.left).toBe(1)
  expect([await unitsLeft(token), await unitsLeft(stranger)]).toEqual([1, 0])
  expect((await shop.price(token, LOCKER, 'open', 2)).status.code).toBe('E_NO_ROOM')
  expect((await show(held.rsvtUid)).status.code).toBe('E_RESERVE_STATE')
  await shop.cancel(token, held.rsvtUid)
  expect(await unitsLeft()).toBe(1)
})

test('a code that expires before its voucher is not sold', async () => {
  const before = await unitsLeft()
  const today = new Date(shop.clock() + DAY_MS).toISOString().slice(0, 10)
  await load(LOCKER, [`${freshCodes(1)[0]} ${today}`])
  expect(await unitsLeft()).toBe(before)
})

test('a paid reservation is cancelled while its code is unseen, and the code is sold again', async () => {
  const { rsvtUid } = await shop.book(token, LOCKER, 'open')
  expect((await voucherOf(rsvtUid)).codes).toMatchObject([{ code: null, shownAt: null }])
  expect((await shop.cancel(token, rsvtUid)).status.code).toBe('200')
  expect(await unitsLeft()).toBe(1)
  expect((await show(rsvtUid)).status.code).toBe('E_RESERVE_STATE')
})

test('a code is shown to its member alone, cannot be cancelled from then on, and is used once', async () => {
  const codes = freshCodes(2)
  await load(LOCKER, codes)
  const { rsvtUid } = await shop.book(token, LOCKER, 'open', 2)
  const stranger = (await shop.visitor()).accessToken
  expect((await show(rsvtUid, null)).status.code).toBe('E_TOKEN')
  expect((await show(rsvtUid, stranger)).status.code).toBe('E_NOT_FOUND')
  const [unseen] = (await voucherOf(rsvtUid)).codes ?? []
  expect((await use(rsvtUid, unseen?.codeUid ?? '')).status.code).toBe('E_RESERVE_STATE')

  const { data } = await show(rsvtUid)
  expect(data?.codes).toHaveLength(2)
  for (const { code } of data?.codes ?? []) expect(code).toMatch(/^LPA:1\$smdp\.example\$/)
  expect((await voucherOf(rsvtUid)).codes).toEqual(data?.codes)
  const [one] = data?.codes ?? []
  expect((await show(rsvtUid)).data?.codes).toEqual(data?.codes)
  expect((await shop.read(token, rsvtUid)).actions).not.toContain('cancel')
  expect((await shop.cancel(token, rsvtUid)).status.code).toBe('E_CANCEL_LATE')

  const codeUid = one?.codeUid ?? ''
  expect(await terminal.type('reservation', 'list')).toContain(codeUid)
  expect((await use(rsvtUid, codeUid, null)).status.code).toBe('E_TOKEN')
  expect((await use(rsvtUid, codeUid, stranger)).status.code).toBe('E_NOT_FOUND')
  expect((await use(rsvtUid, randomUUID())).status.code).toBe('E_RESERVE_STATE')
  expect((await use(rsvtUid, codeUid)).data?.codes.filter(({ usedAt }) => usedAt !== null)).toHaveLength(1)
  expect((await use(rsvtUid, codeUid)).status.code).toBe('E_RESERVE_STATE')
  expect(await terminal.type('reservation', 'use', rsvtUid, codeUid)).toContain('no such code')
  expect(await terminal.type('reservation', 'list')).not.toContain(codeUid)

  // The other one is used at the operator's desk, and the member sees it.
  const second = data?.codes[1]?.codeUid ?? ''
  expect(await terminal.type('reservation', 'use', rsvtUid, second)).toContain('is used')
  expect((await voucherOf(rsvtUid)).codes?.every(({ usedAt }) => usedAt !== null)).toBe(true)
})

test('a code that is shown, and one that the operator uses, change the reservations of their member alone (M20)', async () => {
  await load(LOCKER, freshCodes(1))
  const member = await shop.visitor()
  const { rsvtUid } = await shop.book(member.accessToken, LOCKER, 'open')
  // From its end on, the first show does not move the end of free cancellation, which would be a change by itself.
  shop.advance(((await shop.row(rsvtUid)).cancelUntil ?? 0) - shop.clock())
  const people = [await member.signInAgain(), (await shop.visitor()).accessToken]
  const [owner = ''] = people
  const ask = async (who: string, query: { cursor?: string } = {}) =>
    (await shop.call(sync, { token: who, query })).data ?? { cursor: '', changed: [] }
  const changedBy = async (change: () => Promise<unknown>) => {
    const before = await Promise.all(people.map((who) => ask(who)))
    await change()
    const after = await Promise.all(people.map((who, nth) => ask(who, { cursor: before[nth]?.cursor ?? '' })))
    return after.map(({ changed }) => changed)
  }
  expect(await changedBy(() => show(rsvtUid, owner))).toEqual([['reservations'], []])
  const codeUid = (await show(rsvtUid, owner)).data?.codes[0]?.codeUid
  const headers = { authorization: `Bearer ${await operatorToken(shop.deps.keys, shop.clock())}` }
  const url = `/operator/reservations/${rsvtUid}/codes/${codeUid}/use`
  const used = async () => expect((await shop.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
  expect(await changedBy(used)).toEqual([['reservations'], []])
})
