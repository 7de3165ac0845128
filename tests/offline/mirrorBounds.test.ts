import { expect, test } from 'vitest'
import { VALUE_KEYS } from '#db/names.ts'
import { PARTS } from '#sync/mirror/mirrorParts.ts'
import { sharedCatalogue, sharedNotices } from '#sync/mirror/shared.ts'
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
      return answer(200, '200', { list: uids(Math.min(size, remaining), size * (requests.length - 1)), total })
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

/** Serves notices in pages of 50, each with its ETag, and returns the requests for them. */
const servedNotices = async (total: number) => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  const device = tab.runtime.storage.device()
  if (!device) throw new Error('no storage')
  let notices = uids(total)
  const requests: string[] = []
  opened.network.fault(
    /GET \/posts\/list/,
    async (request) => {
      const page = Number(new URL(request.url).searchParams.get('pageNum'))
      const list = notices.slice((page - 1) * 50, page * 50)
      const etag = `W/"${page} ${list.at(-1)}"`
      const isUnchanged = request.headers.get('if-none-match') === etag
      requests.push(isUnchanged ? `${page} unchanged` : `${page}`)
      return isUnchanged
        ? new Response(null, { status: 304, headers: { etag } })
        : answer(200, '200', { list, total: notices.length }, { etag })
    },
    99,
  )
  return {
    ...opened,
    device,
    publish: (next: string[]) => {
      notices = next
    },
    pull: async () => {
      requests.length = 0
      await tab.runtime.pulls.shared(sharedNotices('en'), true)
      return [...requests]
    },
    stored: async () => ((await device.shared.get('notices:en'))?.data as { list: string[] } | undefined)?.list,
  }
}

test.each([
  [0, 1, 0],
  [50, 1, 50],
  [51, 2, 51],
  [500, 10, 500],
  [501, 10, 500],
])('of %i notices %i pages are requested and %i entries kept (M17)', async (total, pages, count) => {
  const { pull, stored } = await servedNotices(total)
  expect(await pull()).toEqual(PAGES.slice(0, pages))
  expect(await stored()).toEqual(uids(count))
})

test('a list of two pages is unchanged when both are, and is fetched anew when one has changed (M19)', async () => {
  const { pull, publish, stored, device, clock } = await servedNotices(51)
  await pull()
  clock.advance(60_000)
  expect(await pull()).toEqual(['1 unchanged', '2 unchanged'])
  expect(await stampOf(device.stamps, 'notices:en')).toMatchObject({ at: clock.wall() })
  expect(await stored()).toHaveLength(51)
  publish(uids(52))
  expect(await pull()).toEqual(['1 unchanged', '2', '1'])
  expect(await stored()).toEqual(uids(52))
  publish(uids(2, 60))
  expect(await pull()).toEqual(['1'])
  expect(await stored()).toEqual(uids(2, 60))
})

test('a list of which a former release has stored the first page alone is fetched whole (M17, M19)', async () => {
  const { pull, stored, device } = await servedNotices(51)
  await device.shared.put({ key: 'notices:en', data: { list: uids(50), total: 51 } })
  await device.stamps.put({ key: 'notices:en', at: 1, etag: 'W/"1 n49"', generation: 1 })
  await pull()
  expect(await stored()).toEqual(uids(51))
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
