import { expect, test } from 'vitest'
import type { Gift } from '#contract/calls/gift.ts'
import { setFavourite } from '#data/favourites.ts'
import { cancelGift, receiveGift, refuseGift } from '#data/gifts.ts'
import { writeInquiry } from '#data/inquiry.ts'
import { markRead } from '#data/news.ts'
import type { Outcome } from '#data/outcome.ts'
import { setPassName } from '#data/passName.ts'
import { setPush } from '#data/push.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openOffline, openWithPeer, person } from './setup.ts'

const UID = '0199b2c4-7d10-7a3e-9c55-0b1e6f2a4d88'
const INQUIRY = { email: 'mina@example.com', content: 'When?' }
const GIFT: Gift = {
  giftUid: '0199b2c4-7d10-7a3e-9c55-0b1e6f2a4d89',
  passUid: UID,
  type: 'sent',
  state: 'sent',
  gdsUid: 'pass-48h',
  passType: '48H',
  medium: 'mobile',
  sender: { id: 'mina@example.com', name: 'Mina Lee' },
  recipient: { id: 'jun@example.com' },
  message: '',
  sentAt: 1,
  endedAt: null,
}
const SOME_ID = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** Each wish, the address of its call, and the body that the server gets. */
const WISHES: [string, () => Promise<Outcome<unknown>>, string, unknown][] = [
  ['pushes on', () => setPush(true), 'POST /push/toggle', { pushYn: 'Y' }],
  ['pushes off', () => setPush(false), 'POST /push/toggle', { pushYn: 'N' }],
  ['a favourite', () => setFavourite(UID, true), `POST /attraction/interest?gdsUid=${UID}`, null],
  ['news that were read', () => markRead([UID]), 'POST /newsfeed/read', { newsUids: [UID] }],
  ['the name of a pass', () => setPassName(UID, 'Mei'), 'PATCH /mypage/myPass/name', { passUid: UID, name: 'Mei' }],
  ['a gift that is accepted', () => receiveGift(UID), 'PATCH /mypage/gift/receive', { giftUid: UID }],
  ['a gift that is declined', () => refuseGift(UID), 'PATCH /mypage/gift/refuse', { giftUid: UID }],
  ['an inquiry', () => writeInquiry(INQUIRY), 'POST /inquiry/insertInquiry', { ...INQUIRY, id: SOME_ID }],
]

test.each(WISHES)(
  '%s, wished offline, is sent in that state under its author once online (O2)',
  async (_what, wish, address, body) => {
    const { network, tab } = await openOffline()
    expect(await wish()).toMatchObject({ ok: true })
    network.down(false)
    await tab.runtime.online.probe()
    const sent = () => network.receivedRequests.find(({ method, path }) => `${method} ${path}` === address)
    await waitUntil(() => sent() !== undefined)
    expect(sent()).toMatchObject({ owner: 'mina', key: SOME_ID })
    expect(JSON.parse(sent()?.body || 'null')).toEqual(body)
  },
)

test.each(WISHES)(
  '%s, wished with refused storage, is sent at once with the same request (O11)',
  async (_what, wish, address, body) => {
    const { network, browser } = openWithPeer({ isStorageRefused: true })
    await person(await browser.tab()).signIn('mina')
    await wish()
    const sent = network.receivedRequests.find(({ method, path }) => `${method} ${path}` === address)
    expect(sent).toMatchObject({ owner: 'mina', key: SOME_ID })
    expect(JSON.parse(sent?.body || 'null')).toEqual(body)
  },
)

test('with refused storage, a gift whose id this phone does not know is cancelled under the server’s id (O11)', async () => {
  const { network, peer, browser } = openWithPeer({ isStorageRefused: true })
  peer.gifts.push(GIFT)
  await person(await browser.tab()).signIn('mina')
  await cancelGift({ passUid: GIFT.passUid, giftUid: null })
  const sent = network.receivedRequests.find(({ path }) => path === '/mypage/gift/cancel')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ giftUid: GIFT.giftUid })
})

test('the removal of a favourite that the server has, wished offline, is sent once online (O2)', async () => {
  const { network, tab } = await openOffline()
  network.down(false)
  await setFavourite(UID, true)
  const paths = () => network.receivedRequests.map(({ path }) => path)
  await waitUntil(() => paths().includes(`/attraction/interest?gdsUid=${UID}`))
  network.down(true)
  await tab.runtime.online.probe()
  await setFavourite(UID, false)
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => paths().includes(`/attraction/interest/delete?gdsUid=${UID}`))
  expect(paths().filter((path) => path.startsWith('/attraction/interest'))).toEqual([
    `/attraction/interest?gdsUid=${UID}`,
    `/attraction/interest/delete?gdsUid=${UID}`,
  ])
})
