// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Reservation } from '#contract/calls/reserve.ts'
import { stateBadge, type ShownState } from '#contract/rules/reservation.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { GoodsVoucher } from '#data/reservations.ts'
import { alertsOf, bodiesOf } from '../harness/formState.ts'
import { answer, type Fault } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { goodsVoucher, paidReservation, reservation } from './reserveFixtures.ts'
import { dbOf, openWithPeer, person } from './setup.ts'

/** The reservations of a member: their states and actions, with and without the server. */

/** jsdom has no page to scroll. */
window.scrollTo = () => undefined

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})

const LIST = /GET .*reserve\/list/
const VOUCHER = /GET .*mypage\/voucher/
const CANCEL = /PATCH .*reserve\/cancel/
const RSVT = reservation(0).rsvtUid
const page = (list: Reservation[]) => answer(200, '200', { list, pageNum: 1, pageSize: 50, total: list.length })

/** Mina’s phone with these reservations; the screens are in modules of their own, because hooks belong to one phone. */
const open = async (
  listAt: (now: number) => Reservation[],
  { vouchersAt = () => [], listFault }: { vouchersAt?: (now: number) => GoodsVoucher[]; listFault?: Fault } = {},
) => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  const now = () => tab.runtime.clock.now()
  const { network } = opened
  let list = listAt(now())
  if (listFault) network.fault(LIST, listFault, Infinity)
  network.fault(LIST, async () => page(list), Infinity)
  network.fault(
    VOUCHER,
    async () => {
      const [voucher] = vouchersAt(now())
      return voucher ? answer(200, '200', voucher) : answer(200, 'E_RESERVE_STATE')
    },
    Infinity,
  )
  await person(tab).signIn('mina')
  if (!listFault)
    await waitUntil(async () => (await dbOf(tab).stamps.get('reservations')) !== undefined, 'the reservations')
  const { replaceRuntime } = await import('#data/runtime.ts')
  replaceRuntime(tab.runtime)
  const { ReservationsScreen } = await import('#routes/myPage/-parts/reservation/reservationsScreen.tsx')
  const { VoucherScreen } = await import('#routes/myPage/-parts/card/voucherScreen.tsx')
  return {
    ...opened,
    tab,
    now,
    /** From now on the server lists these. */
    relist: (next: Reservation[]) => {
      list = next
    },
    show: (rsvtUid?: string) =>
      mountScreen(
        <ReservationsScreen tab={undefined} rsvtUid={rsvtUid} onTab={() => undefined} />,
        '/myPage/reservations',
      ),
    voucher: () => mountScreen(<VoucherScreen rsvtUid={RSVT} />),
  }
}

/** What each state shows: its badge, what happens next, and the actions that the rules allow. */
const STATES: [state: ShownState, label: string, sentence: string, actions: string[]][] = [
  ['held', 'Not paid yet', 'If you do not pay in time, it will be released.', ['Pay now', 'Cancel the reservation']],
  ['requested', 'Awaiting confirmation', 'The place still has to confirm', ['Cancel the reservation']],
  ['confirmed', 'Confirmed', 'Show the voucher when you arrive.', ['Cancel the reservation']],
  ['cancel_asked', 'Being refunded', 'We are returning what you paid', []],
  ['cancelled', 'Cancelled', 'Anything that you paid was returned.', []],
  ['lapsed', 'Not paid in time', 'Anything that you paid will be returned in full.', []],
  ['used', 'Used', 'Tell others how it was.', ['Write a review']],
  ['reviewed', 'Reviewed', 'Thank you for your review.', []],
]
const ACTIONS = ['Pay now', 'Cancel the reservation', 'Write a review']

const inState = (now: number, state: ShownState): Reservation => {
  if (state === 'held') return reservation(now)
  if (state === 'lapsed') return reservation(now, { state, holdUntil: null, endedAt: now })
  const isOver = state === 'used' || state === 'reviewed'
  const times = isOver
    ? { startsAt: now - 3 * DAY_MS, endsAt: now - DAY_MS, cancelUntil: now - 5 * DAY_MS }
    : { endedAt: state === 'cancelled' ? now : null }
  return paidReservation(now, state, times)
}

test.each(STATES)('a reservation that is %s has its badge, its sentence and its actions', async (...expected) => {
  const [state, label, sentence, actions] = expected
  const { show } = await open((now) => [inState(now, state)])
  const { element, text, links, button } = await show(RSVT)
  await waitUntil(() => text().includes(sentence), sentence)
  const badges = [...element.querySelectorAll('[data-badge]')].map((badge) => badge.getAttribute('data-badge'))
  expect(badges).toEqual([stateBadge(state), 'hotel'])
  expect(text()).toContain(label)
  expect(ACTIONS.filter((name) => links(name).length > 0 || button(name) !== undefined)).toEqual(
    ACTIONS.filter((name) => actions.includes(name)),
  )
})

test.each([
  [
    'requested',
    3 * DAY_MS,
    /^You can cancel for a full refund until .+ \(Korean time\), and after that until the place confirms\.$/,
  ],
  ['requested', -HOUR_MS, /^You can cancel for a full refund until the place confirms\.$/],
  ['confirmed', 3 * DAY_MS, /^Free cancellation until .+ \(Korean time\)\. After that there is no refund\.$/],
  ['confirmed', -HOUR_MS, /^The free cancellation period has ended: /],
] as const)(
  'a reservation that is %s, with %i ms of free cancellation left, says until when it is refunded',
  async (state, leftMs, sentence) => {
    const { show } = await open((now) => [paidReservation(now, state, { cancelUntil: now + leftMs })])
    const { element, text, button } = await show(RSVT)
    await waitUntil(() => text().includes('Reservation details'), 'the reservation')
    const notes = [...element.querySelectorAll('p')].map((note) => note.textContent ?? '')
    expect(notes.filter((note) => /cancel/i.test(note))).toEqual([expect.stringMatching(sentence)])
    expect(button('Cancel the reservation') !== undefined).toBe(state === 'requested' || leftMs > 0)
  },
)

test('an unused voucher says to show it before it expires, also once it can be reviewed', async () => {
  const { show } = await open((now) => [
    paidReservation(now, 'confirmed', {
      priceSn: 'open',
      typeBadge: 'voucher',
      startsAt: now - 3 * DAY_MS,
      endsAt: now + 27 * DAY_MS,
      cancelUntil: now - 2 * DAY_MS,
    }),
  ])
  const { text, links } = await show(RSVT)
  await waitUntil(
    () => text().includes('Use your voucher before it expires: show it when you arrive.'),
    'what to do next',
  )
  expect(text()).not.toContain('Have a good time!')
  expect(links('Write a review')).toHaveLength(1)
})

test('a stay that has begun is upcoming until it ends; a tour that has begun is past', async () => {
  const { splitReservations } = await import('#data/reservations.ts')
  const times = { startsAt: 0, endsAt: DAY_MS, cancelUntil: -DAY_MS }
  const stay = paidReservation(0, 'confirmed', times)
  const tour = paidReservation(0, 'confirmed', { ...times, typeBadge: 'tour' })
  expect(splitReservations([stay], DAY_MS - 1).upcoming).toHaveLength(1)
  expect(splitReservations([stay], DAY_MS).past).toHaveLength(1)
  expect(splitReservations([tour], HOUR_MS).past).toHaveLength(1)
})

test('paying and reviewing lead to their steps at the address of the goods, an ended one to the goods', async () => {
  const held = await open((now) => [inState(now, 'held')])
  const first = await held.show(RSVT)
  await waitUntil(() => first.links('Pay now').length > 0)
  expect(first.links('Pay now')).toEqual([`/hotel/stanford-inn-busan?step=pay&rsvtUid=${RSVT}`])
  first.unmount()
  held.relist([inState(held.now(), 'used')])
  await held.tab.runtime.pulls.pull('reservations', true)
  const second = await held.show(RSVT)
  await waitUntil(() => second.links('Write a review').length > 0)
  expect(second.links('Write a review')).toEqual([`/hotel/stanford-inn-busan?step=review&rsvtUid=${RSVT}`])
  second.unmount()
  held.relist([inState(held.now(), 'cancelled')])
  await held.tab.runtime.pulls.pull('reservations', true)
  const third = await held.show(RSVT)
  await waitUntil(() => third.links('Reserve again').length > 0)
  expect(third.links('Reserve again')).toEqual(['/hotel/stanford-inn-busan'])
})

test('cancelling asks first, says what comes back, and sends one request', async () => {
  const { show, network, now } = await open((at) => [inState(at, 'confirmed')])
  const { press, text, element } = await show(RSVT)
  await waitUntil(() => text().includes('Confirmed'))
  network.fault(CANCEL, async () => answer(200, '200', inState(now(), 'cancel_asked')), Infinity)
  press('Cancel the reservation')
  const dialog = element.querySelector('dialog[open]')
  expect(dialog?.textContent).toContain('You get back everything you paid.')
  expect(bodiesOf(network, CANCEL)).toEqual([])
  const confirm = [...(dialog?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent === 'Cancel the reservation',
  )
  confirm?.click()
  confirm?.click()
  await waitUntil(() => element.querySelector('dialog[open]') === null, 'the end of the dialog')
  expect(bodiesOf(network, CANCEL)).toEqual([{ reserveId: RSVT }])
})

test('a cancellation whose answer was lost is repeated with the same key', async () => {
  const { show, network, now } = await open((at) => [inState(at, 'confirmed')])
  const { press, text, element } = await show(RSVT)
  await waitUntil(() => text().includes('Confirmed'))
  network.fault(CANCEL, 'lose')
  network.fault(CANCEL, async () => answer(200, '200', inState(now(), 'cancel_asked')), Infinity)
  press('Cancel the reservation')
  const confirm = () =>
    [...element.querySelectorAll<HTMLButtonElement>('dialog[open] button')]
      .find(({ textContent }) => textContent === 'Cancel the reservation')
      ?.click()
  confirm()
  await waitUntil(() => alertsOf(element).length > 0, 'the failure')
  confirm()
  await waitUntil(() => element.querySelector('dialog[open]') === null, 'the end of the dialog')
  const keys = network.sentRequests.filter(({ path }) => path === '/reserve/cancel').map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('cancelling what is not paid says that nothing was charged; a refusal stands in the dialog', async () => {
  const { show, network } = await open((now) => [inState(now, 'held')])
  const { press, text, element } = await show(RSVT)
  await waitUntil(() => text().includes('Not paid yet'))
  press('Cancel the reservation')
  const dialog = element.querySelector('dialog[open]')
  expect(dialog?.textContent).toContain('You have not been charged')
  network.fault(CANCEL, async () => answer(200, 'E_CANCEL_LATE'))
  const confirm = [...(dialog?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent === 'Cancel the reservation',
  )
  confirm?.click()
  await waitUntil(() => alertsOf(element).length > 0, 'the refusal')
  expect(alertsOf(element)[0]).toContain('It is too late to cancel this reservation here.')
})

test('an empty list says what appears here and leads to what can be reserved', async () => {
  const { show } = await open(() => [])
  const { text, links } = await show()
  await waitUntil(() => text().includes('No reservations yet'))
  expect(links('Find something to reserve')).toEqual(['/searchView'])
})

test('offline list and voucher are read from this phone, and what needs a connection cannot be pressed', async () => {
  const { show, voucher, network, tab } = await open((now) => [inState(now, 'confirmed')], {
    vouchersAt: (now) => [goodsVoucher(now)],
  })
  network.down(true)
  await tab.runtime.online.probe()
  const list = await show()
  await waitUntil(() => list.links('Stanford Inn Busan').length > 0)
  list.unmount()
  const detail = await show(RSVT)
  await waitUntil(() => detail.text().includes('You are offline.'))
  expect(detail.button('Cancel the reservation')?.disabled).toBe(true)
  expect(detail.links('Show the voucher')).toEqual([`/myPage/voucher?rsvtUid=${RSVT}`])
  detail.unmount()
  const paper = await voucher()
  await waitUntil(() => paper.text().includes('HR-261126-7F3A'))
  for (const sentence of ['스탠포드 인 부산', 'MINA LEE', '15:00', '11:00']) expect(paper.text()).toContain(sentence)
})

test('offline a hold that has lapsed and a stay that is over say so', async () => {
  const { show, network, tab, clock } = await open((now) => [
    reservation(now, { rsvtUid: '0193a1b2-0000-7000-8000-000000000032' }),
    paidReservation(now, 'confirmed', { startsAt: now + HOUR_MS, endsAt: now + 2 * HOUR_MS, cancelUntil: now }),
  ])
  network.down(true)
  await tab.runtime.online.probe()
  clock.advance(15 * MINUTE_MS)
  const { text, unmount } = await show('0193a1b2-0000-7000-8000-000000000032')
  await waitUntil(() => text().includes('The payment was not completed, so nothing was reserved'))
  unmount()
  clock.advance(2 * HOUR_MS)
  const over = await show(RSVT)
  await waitUntil(() => over.text().includes('Tell others how it was.'))
})

test('a list that the server refuses leads to the sign-in once, with the way back and the tokens kept', async () => {
  const { show, tab, relist, now } = await open(() => [], { listFault: async () => answer(200, 'E_FORBIDDEN') })
  await tab.runtime.pulls.pull('reservations', true)
  const { address, unmount } = await show()
  await waitUntil(() => address().startsWith('/login'), 'the sign-in')
  expect(address()).toBe('/login?returnTo=%2FmyPage%2Freservations')
  expect(tab.runtime.session.state.get().state).toBe('member')
  unmount()
  relist([inState(now(), 'confirmed')])
  const second = await show()
  await waitUntil(() => second.text().includes('Could not load your reservations'))
  expect(second.address()).toBe('/myPage/reservations')
})

test('a list that cannot be fetched leads nowhere', async () => {
  const { show, tab, network } = await open(() => [], { listFault: 'drop' })
  await tab.runtime.pulls.pull('reservations', true)
  const { address, text } = await show()
  await waitUntil(() => text().includes('Could not load your reservations'))
  await waitUntil(() => network.underWay() === 0)
  expect(address()).toBe('/myPage/reservations')
})

test('a lapsed session shows no reservations, and returns to them after signing in', async () => {
  const { show, peer, tab } = await open((now) => [inState(now, 'confirmed')])
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  const { links, text } = await show()
  await waitUntil(() => links('Sign in').length > 0)
  expect(links('Sign in')).toEqual(['/login?returnTo=%2FmyPage%2Freservations'])
  expect(text()).not.toContain('Stanford Inn Busan')
})

test('a reservation of goods of an unknown type has its name as text, and no link to the goods', async () => {
  for (const [gdsTycd, isLinked] of [
    ['CD0000000099', false],
    ['CD0000000079', true],
  ] as const) {
    const { show } = await open((now) => [{ ...inState(now, 'cancelled'), gdsTycd }])
    const { links, text, unmount } = await show(RSVT)
    await waitUntil(() => text().includes('Anything that you paid was returned.'), 'the reservation')
    expect(text()).toContain('Stanford Inn Busan')
    expect(links('Reserve again')).toHaveLength(isLinked ? 1 : 0)
    unmount()
    vi.resetModules()
  }
})
