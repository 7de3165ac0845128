import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawnEngines } from '../harness/engines.ts'
import { openRelay } from '../harness/relay.ts'
import { PERFUME } from '../reserve/reservationShop.ts'
import { openCartShop, type CartShop } from './cartShop.ts'

/** A browser that navigates back from the bank shows whatever it is answered, so it is always led to a screen. */

const BACK = { timeout: 20_000 }

describe.each(drawnEngines())('the return from the bank while the database does not answer, on %s', (engine) => {
  let shop: CartShop
  let relay: Awaited<ReturnType<typeof openRelay>>
  beforeAll(async () => {
    relay = await openRelay()
    shop = await openCartShop({ engine, mapDatabaseUrl: relay.relayUrl })
  })
  afterAll(async () => {
    await shop.close()
    relay.close()
  })

  /** Presses on the payment page and returns the path to which the gateway leads the browser. */
  const returnOf = async (payUrl: string | null | undefined): Promise<string> => {
    const { pathname, search } = new URL((await shop.bank.press(payUrl ?? '', 'approve')) ?? '')
    return pathname + search
  }

  test('leads to the screen of what was bought, and the order is settled when the database answers', async () => {
    const { accessToken: token } = await shop.member()
    const pass = await shop.place(token)
    const { quoteUid } = await shop.quoted(token, { lines: [await shop.passLine(), await shop.goodsLine()] })
    const cart = await shop.bought(token, quoteUid)
    const { rsvtUid } = await shop.hold(token, PERFUME, await shop.nameOf(PERFUME, 1))
    const reserved = await shop.order(token, rsvtUid)
    shop.post.closed = true
    const landings: [string, string][] = [
      [await returnOf(pass.payUrl), `/pass/completed?ord=${pass.ordUid}`],
      [await returnOf(cart.payUrl), `/cart/completed?ord=${cart.ordUid}`],
      [await returnOf(reserved.payUrl), '/myPage/reservations'],
    ]

    if (engine === 'postgres') relay.silence(true)
    // Occupied for longer than the guard's deadline.
    const stuck =
      engine === 'embedded'
        ? shop.deps.db.execute(sql`select count(*) from generate_series(1, 10000000)`).catch(() => undefined)
        : Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    const answers = await Promise.all(landings.map(([url]) => shop.app.inject({ url })))
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
      landings.map(([, landing]) => [303, landing]),
    )
    relay.silence(false)
    await stuck

    const [passUrl = ''] = landings.map(([url]) => url)
    await vi.waitFor(async () => {
      await shop.app.inject({ url: passUrl })
      expect(await shop.storedOrder(pass.ordUid)).toMatchObject({ state: 'paid', passes: 1 })
    }, BACK)
    const settledReturn = await shop.app.inject({ url: landings[2]?.[0] ?? '' })
    expect(settledReturn.headers.location).toContain(`rsvtUid=${rsvtUid}`)
  }, 60_000)
})
