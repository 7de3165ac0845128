import { expect, test } from 'vitest'
import { VALUE_KEYS } from '#db/names.ts'
import { PARTS } from '#sync/mirror/mirrorParts.ts'
import { sharedCatalogue } from '#sync/mirror/shared.ts'
import { markWritten, stampOf } from '#sync/mirror/stamps.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { dbOf, openWithPeer, openSignedIn } from './setup.ts'

/** What a phone fetches exactly at its limits. The values are literals: a changed limit is a changed promise. */

const uids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `n${from + index}`)

/**
 * Serves a list of `total` entries in pages of `size`; returns the requested pages and the number of fetched entries.
 */
const paged = async (total: number, size: number) => {
  const { network, tab } = await openSignedIn()
  const requests: string[] = []
  network.fault(
    /GET \/mypage\/gift\/list/,
    async (request) => {
      const page = new URL(request.url).searchParams
      requests.push(`${page.get('pageNum')} of ${page.get('pageSize')}`)
      const remaining = Math.max(0, total - size * (requests.length - 1))
      return answer(200, '200', { list: uids(Math.min(size, remaining)), total })
    },
    99,
  )
  const fetched = await PARTS.gifts.fetch(tab.runtime.api, 'mina')
  return { requests: requests.map((page) => page.replace(' of 50', '')), count: fetched.ok ? fetched.data.length : -1 }
}
const PAGES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']

test.each([
  [0, 50, 1, 0],
  [50, 50, 1, 50],
  [51, 50, 2, 51],
  [500, 50, 10, 500],
  [501, 50, 10, 500],
  // A server may return fewer entries than requested.
  [3, 1, 3, 3],
])(
  'of a list of %i in pages of %i, %i pages are requested and %i entries kept (M17)',
  async (total, size, pages, count) => {
    expect(await paged(total, size)).toEqual({ requests: PAGES.slice(0, pages), count })
  },
)

test('a page without entries ends a list whose total promises more (M17)', async () => {
  expect(await paged(60, 0)).toEqual({ requests: ['1'], count: 0 })
})

test('of 21 confirmed reservations the vouchers of the next 20 are fetched, the soonest first (M18)', async () => {
  const { network, tab } = await openSignedIn()
  const list = uids(21).map((rsvtUid, index) => ({ rsvtUid, state: 'confirmed', startsAt: 100 - index }))
  const requests: (string | null)[] = []
  network.fault(/GET \/reserve\/list/, async () => answer(200, '200', { list, total: 21 }))
  network.fault(
    /GET \/mypage\/voucher/,
    async (request) => {
      requests.push(new URL(request.url).searchParams.get('rsvtUid'))
      return answer(200, '200', {})
    },
    99,
  )
  await PARTS.reservations.fetch(tab.runtime.api, 'mina')
  expect(requests).toEqual(uids(20, 1).toReversed())
})

test('an answer that is overtaken each time is requested three times and not written (M12)', async () => {
  const { network, tab } = await openSignedIn()
  const { at } = await stampOf(dbOf(tab).stamps, 'favourites')
  let requests = 0
  network.fault(
    /myAttraction\/list/,
    async () => {
      requests += 1
      await markWritten(dbOf(tab).stamps, 'favourites', false)
      return answer(200, '200', { list: [{ gdsUid: 'old', at: 1 }] })
    },
    99,
  )
  await tab.runtime.pulls.pull('favourites', true)
  expect(requests).toBe(3)
  expect(await dbOf(tab).favourites.count()).toBe(0)
  expect((await stampOf(dbOf(tab).stamps, 'favourites')).at).toBe(at)
})

test.each([
  [9_999, 1],
  [10_000, 2],
])('pulled again after %i ms, the catalogue was requested %i times (M15)', async (later, calls) => {
  const { browser, peer, clock } = openWithPeer()
  const tab = await browser.tab()
  await tab.runtime.pulls.shared(sharedCatalogue('en'))
  clock.advance(later)
  await tab.runtime.pulls.shared(sharedCatalogue('en'))
  expect(peer.catalogue.calls).toBe(calls)
})

test('what the phone knows of the server’s time is stored once a minute (L19)', async () => {
  const { browser, clock } = openWithPeer()
  const began = clock.wall()
  const tab = await browser.tab()
  const mark = async () => (await tab.runtime.storage.device()?.read(VALUE_KEYS.clock))?.mark
  await waitUntil(async () => (await mark()) === began)
  clock.advance(59_999)
  await tab.runtime.online.probe()
  expect(await mark()).toBe(began)
  clock.advance(1)
  await tab.runtime.online.probe()
  await waitUntil(async () => (await mark()) === began + 60_000, 'a later mark', 5_000)
})
