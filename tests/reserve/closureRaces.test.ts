import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { HOLDS_MAX } from '#contract/limits.ts'
import { DAY_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { goodsStock } from '#server/db/schema/goods.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { openRace, type Race } from '../harness/race.ts'
import { openReservationShop, ROOM, type ReservationShop } from './reservationShop.ts'

/** Reservations beside a closure. Together they leave one of the sixteen connections of the pool free. */
const VISITS = 14
/** More rooms than visits, so that only the closure refuses. */
const ROOMS = 50

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('a closure beside reservations of its days, on postgres', () => {
  let race: Race
  let inn: ReservationShop
  /** Each test uses other nights. */
  let daysAhead = 10
  beforeAll(async () => {
    race = openRace()
    inn = await openReservationShop({ engine: 'postgres' })
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await inn.close()
  })

  const url = () => inn.deps.config.databaseUrl ?? ''
  /** Returns the Korean day `days` ahead, as `2026-12-01`. */
  const day = (days: number) => new Date(inn.clock() + KST_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10)
  const slotOf = (days: number) => day(days).replaceAll('-', '')
  const stockLock = (slot: string) => ({
    text: 'select 1 from goods_stock where gds_dtl_uid = $1 and slot = $2 for update',
    values: [ROOM, slot],
  })

  /** Quotes of `count` stays of the nights `[from, until)`, of as many members as may hold them, and their stock rows. */
  const quotes = async (count: number, { from, until }: { from: number; until: number }) => {
    const slots = Array.from({ length: until - from }, (_, night) => slotOf(from + night))
    await inn.deps.db
      .insert(goodsStock)
      .values(slots.map((slot) => ({ gdsDtlUid: ROOM, slot, total: ROOMS, taken: 0 })))
    const stays: (() => Promise<string>)[] = []
    let token = ''
    for (let nth = 0; nth < count; nth += 1) {
      if (nth % HOLDS_MAX === 0) token = (await inn.visitor()).accessToken
      const [buyer, quoteUid] = [token, await inn.quoteOf(token, ROOM, `${slotOf(from)}-${slotOf(until)}`)]
      stays.push(async () => (await inn.call(reserve.create, { token: buyer, body: { quoteUid } })).status.code)
    }
    return stays
  }
  /** The desk's call about the nights `[from, until)`. */
  const desk = async (
    word: '' | 'close' | 'refund',
    { from, until }: { from: number; until: number },
    payload?: string,
  ) => {
    const answer = await inn.app.inject({
      method: word === '' ? 'GET' : 'POST',
      url: `/operator/closures/${ROOM}/${day(from)}/${day(until - 1)}${word && `/${word}`}`,
      headers: { authorization: `Bearer ${await operatorToken(inn.deps.keys, inn.clock())}` },
      ...(payload !== undefined && { payload }),
    })
    return { status: answer.statusCode, list: answer.json<{ reservations?: { rsvtUid: string }[] }>().reservations }
  }

  /**
   * Reservations of one night wait for its stock row; `before` of them are there before the closure, which closes the
   * night, or refunds it for the number 0. The first in the queue has the row first.
   */
  const closeBeside = async (before: number, word: 'close' | 'refund') => {
    const nights = { from: (daysAhead += 1), until: daysAhead + 1 }
    const slot = slotOf(nights.from)
    const stays = await quotes(VISITS, nights)
    const { codes, status } = await race.whileHeld(url(), stockLock(slot), async (release) => {
      const early = stays.slice(0, before).map((stay) => stay())
      await race.waitForLocks(url(), before)
      const closed = desk(word, nights, '0')
      await race.waitForLocks(url(), before + 1)
      const later = stays.slice(before).map((stay) => stay())
      await race.waitForLocks(url(), VISITS + 1)
      await release()
      return { codes: await Promise.all([...early, ...later]), status: (await closed).status }
    })
    const reserved = codes.filter((code) => code === '200').length
    const { list = [] } = await desk('', nights)
    return {
      status,
      reserved,
      refused: codes.filter((code) => code === 'E_NO_ROOM').length,
      listed: list.length,
      taken: (await inn.takenUnits(ROOM))[slot] ?? 0,
    }
  }

  const NOBODY = { status: 200, reserved: 0, refused: VISITS, listed: 0, taken: 0 }

  test.each(['close', 'refund'] as const)(
    'nobody reserves a night whose closure has its row first (%s)',
    async (word) => {
      expect(await closeBeside(0, word)).toEqual(NOBODY)
    },
  )
  test.each(['close', 'refund'] as const)(
    'twin: without the condition on the night’s total, all reserve it (%s)',
    async (word) => {
      const cut = race.without(/"goods_stock"\."taken" \+ (\$\d+) <= "goods_stock"\."total"/, '$1::int is not null')
      expect(await closeBeside(0, word)).toEqual({
        ...NOBODY,
        reserved: VISITS,
        refused: 0,
        listed: VISITS,
        taken: VISITS,
      })
      expect(cut.count).toBe(VISITS)
    },
  )

  test('a closure that waits for reservations lists each that came before it', async () => {
    const { reserved, refused, ...closed } = await closeBeside(3, 'close')
    // Those behind the first in the queue may come in any order.
    expect(reserved).toBeGreaterThan(0)
    expect(reserved + refused).toBe(VISITS)
    expect(closed).toEqual({ status: 200, listed: reserved, taken: reserved })
    const { data } = await inn.call(reserve.availability, { query: { goodsDtlId: ROOM } })
    expect(data?.list.find(({ priceSn }) => priceSn.startsWith(slotOf(daysAhead)))?.left).toBe(0)
  })

  /** A closure of two nights queues for the second night, and a stay of both behind it. */
  const twoNights = async () => {
    const nights = { from: (daysAhead += 2), until: daysAhead + 2 }
    const [stay = async () => ''] = await quotes(1, nights)
    race.takeFailures()
    const code = await race.whileHeld(url(), stockLock(slotOf(nights.from + 1)), async (release) => {
      const closed = desk('close', nights)
      await race.waitForLocks(url(), 1)
      const reserved = stay()
      await race.waitForLocks(url(), 2)
      await release()
      await closed
      return reserved
    })
    return { code, deadlocks: race.takeDeadlocks() }
  }

  test('a closure and a stay of the same nights lock them in one order, without a deadlock', async () => {
    expect(await twoNights()).toEqual({ code: 'E_NO_ROOM', deadlocks: 0 })
  })
  test('twin: a closure that locks the last night first deadlocks with the stay', async () => {
    const cut = race.without(
      /^(insert into "goods_stock" .* values )(\([^()]*\)), (\([^()]*\)) on conflict (.* do update)/,
      '$1$3, $2 on conflict $4',
    )
    expect((await twoNights()).deadlocks).toBe(1)
    expect(cut.count).toBeGreaterThan(0)
  })

  /** A member replaces their hold of the second night by a stay of both, queued behind a closure for the first one. */
  const ownHoldReplaced = async () => {
    const nights = { from: (daysAhead += 2), until: daysAhead + 2 }
    const [first, second, end] = [slotOf(nights.from), slotOf(nights.from + 1), slotOf(nights.until)]
    const rows = [first, second].map((slot) => ({ gdsDtlUid: ROOM, slot, total: 4, taken: 0 }))
    await inn.deps.db.insert(goodsStock).values(rows)
    const token = (await inn.visitor()).accessToken
    await inn.hold(token, ROOM, `${second}-${end}`, 3)
    const quoteUid = await inn.quoteOf(token, ROOM, `${first}-${end}`, 3)
    race.takeFailures()
    const code = await race.whileHeld(url(), stockLock(first), async (release) => {
      const closed = desk('close', nights)
      await race.waitForLocks(url(), 1)
      const reserved = inn.call(reserve.create, { token, body: { quoteUid } })
      await race.waitForLocks(url(), 2)
      await release()
      await closed
      return (await reserved).status.code
    })
    return { code, deadlocks: race.takeDeadlocks() }
  }

  test('a stay that replaces the member’s own hold of a later night locks the nights in order', async () => {
    expect(await ownHoldReplaced()).toEqual({ code: 'E_NO_ROOM', deadlocks: 0 })
  })
  test('twin: without the locks before the hold ends, it deadlocks with a closure', async () => {
    const cut = race.without(/^(select "slot" from "goods_stock" where .*) for update$/, '$1')
    expect((await ownHoldReplaced()).deadlocks).toBe(1)
    expect(cut.count).toBeGreaterThan(0)
  })
})
