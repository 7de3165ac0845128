import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from './api.ts'
import type { Server } from './server.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'

/** Prepares reservations through the API. */

/** Options of the seed: a room and a seat, with the address of their goods. */
export const ROOM = { kind: 'hotel', gdsUid: 'stanford-inn-busan', option: 'stanford-inn-busan-r1' } as const
export const YACHT = { kind: 'activity', gdsUid: 'act-yacht-sunset', option: 'act-yacht-sunset-std' } as const
export const ESIM = { kind: 'voucher', gdsUid: 'vo-esim-5d', option: 'vo-esim-5d-std' } as const
/** Two cafés redeem its voucher at their gates. */
export const CAFE = { kind: 'voucher', gdsUid: 'vo-cafe-momos', option: 'vo-cafe-momos-std' } as const
export type ReservedGoods = typeof ROOM | typeof YACHT | typeof ESIM | typeof CAFE

/** Returns the `priceSn` of a voucher, else of the first slot with something left that begins at least five days from now. */
export const priceSnOf = async (server: Server, { kind, option }: ReservedGoods): Promise<string> => {
  if (kind === 'voucher') return 'open'
  const { list } = await api<{ list: { priceSn: string; startsAt: number; left: number }[] }>(
    server,
    `/reserve/availability?goodsDtlId=${option}`,
  )
  const slot = list.find((each) => each.left > 0 && each.startsAt > Date.now() + 5 * DAY_MS)
  if (!slot) throw new Error(`nothing on sale of ${option}`)
  return slot.priceSn
}

/** Returns the address of the first step of a reservation. */
export const reserveAddress = async (server: Server, goods: ReservedGoods, count = 1): Promise<string> => {
  const priceSn = await priceSnOf(server, goods)
  return `/${goods.kind}/${goods.gdsUid}?step=reserve&option=${goods.option}&priceSn=${priceSn}&count=${count}`
}

/** Loads codes of `ESIM` by the operator's command, and returns them. */
export const loadCodes = async (server: Server, count: number): Promise<string[]> => {
  const codes = Array.from({ length: count }, () => `LPA:1$smdp.example.com$${randomUUID()}`)
  const file = join(server.dataDir, `codes-${randomUUID()}.txt`)
  await writeFile(file, codes.join('\n'))
  await server.command('code', 'load', ESIM.option, file)
  return codes
}

/** Holds a reservation. */
export const holdGoods = async (server: Server, token: string, goods: ReservedGoods): Promise<string> => {
  const priceSn = await priceSnOf(server, goods)
  const { quoteUid } = await api<{ quoteUid: string }>(
    server,
    `/reserve/goods-info?goodsDtlId=${goods.option}&priceSn=${priceSn}&goodsCnt=1`,
    { token },
  )
  const body = { quoteUid, wish: 'We arrive after 22:00.' }
  return (await api<{ rsvtUid: string }>(server, '/reserve/', { method: 'POST', body, token })).rsvtUid
}

/** Returns a reservation that can be paid, held anew if none is open: a member has `HOLDS_MAX` of them at most. */
export const openHold = async (server: Server, token: string, goods: ReservedGoods): Promise<string> => {
  const { list } = await api<{ list: { rsvtUid: string; gdsUid: string; state: string; holdUntil: number | null }[] }>(
    server,
    '/reserve/list',
    { token },
  )
  const open = list.find(
    ({ gdsUid, state, holdUntil }) =>
      gdsUid === goods.gdsUid && state === 'held' && (holdUntil ?? 0) > Date.now() + 2 * MINUTE_MS,
  )
  return open?.rsvtUid ?? holdGoods(server, token, goods)
}

/** Holds a reservation, pays it at the sandbox bank, and resolves once it is confirmed. */
export const bookGoods = async (server: Server, token: string, goods: ReservedGoods): Promise<string> => {
  const reserveId = await holdGoods(server, token, goods)
  const body = { reserveId, method: 'overseas_card', agreeYn: 'Y' }
  const { order } = await api<{ order: { payUrl: string } }>(server, '/reserve/pay-info', {
    method: 'POST',
    body,
    token,
  })
  await fetch(order.payUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'choice=approve',
  })
  const end = Date.now() + 60_000
  for (;;) {
    const { list } = await api<{ list: { rsvtUid: string; state: string }[] }>(server, '/reserve/list', { token })
    if (list.find(({ rsvtUid }) => rsvtUid === reserveId)?.state === 'confirmed') return reserveId
    if (Date.now() > end) throw new Error('the reservation was not confirmed')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
