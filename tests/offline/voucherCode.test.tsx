// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import { fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import { SYNC_PARTS, type SyncPart } from '#contract/calls/sync.ts'
import { cursorOf } from '#contract/rules/cursor.ts'
import { encodeCertificate, readVoucherCode } from '#contract/rules/passCode.ts'
import type { GoodsVoucher } from '#data/reservations.ts'
import { decodeDrawnCode } from '../harness/drawnCode.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { goodsVoucher, paidReservation } from './reserveFixtures.ts'
import { dbOf, openWithPeer, person } from './setup.ts'

/** The live code of a voucher: drawn from the mirror, and gone once a gate has redeemed it. */

/** jsdom has no page to scroll. */
window.scrollTo = () => undefined

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const RSVT = goodsVoucher(0).rsvtUid
const NOT_HERE = 'The code is not on this device yet. Connect to the internet and open this voucher again.'
const MARKS = Object.fromEntries(SYNC_PARTS.map((syncPart) => [syncPart, 'changed'])) as Record<SyncPart, string>
const QUESTION = /GET \/sync\?.*part=reservations/

/** Mina’s phone with a confirmed voucher, whose certificate is for the key that `keyOf` returns; null: none yet. */
const open = async (keyOf: (registered: string) => string | null = (registered) => registered) => {
  const opened = openWithPeer()
  const { network, peer } = opened
  const tab = await opened.browser.tab()
  const now = () => tab.runtime.clock.now()
  const { startsAt, endsAt } = goodsVoucher(now())
  let usedAt: number | null = null
  const live = (): NonNullable<GoodsVoucher['live']> => {
    const key = fromBase64url(keyOf(peer.devices.at(-1)?.publicKey ?? '') ?? '')
    if (!key || key.length !== 32) return { deviceUid: null, certificate: null }
    const certificate = encodeCertificate({
      algorithm: 'Ed25519',
      keyId: '00000000',
      passUid: RSVT,
      passType: null,
      epoch: 0,
      notAfter: Math.floor(endsAt / 1000) * 1000,
      deviceKey: key,
      signature: new Uint8Array(64),
    })
    return { deviceUid: 'device-of-mina', certificate: toBase64url(certificate) }
  }
  const list = async () => {
    const rows = [paidReservation(now(), usedAt === null ? 'confirmed' : 'used', { startsAt, endsAt })]
    const used = usedAt === null ? {} : { usedAt }
    return answer(200, '200', {
      list: rows.map((row) => ({ ...row, ...used })),
      pageNum: 1,
      pageSize: 50,
      total: rows.length,
    })
  }
  const voucher = async () =>
    answer(200, '200', {
      ...goodsVoucher(now()),
      startsAt,
      endsAt,
      ...(usedAt === null ? { live: live() } : { usedAt }),
    })
  network.fault(/GET .*reserve\/list/, list, Infinity)
  network.fault(/GET .*mypage\/voucher/, voucher, Infinity)
  await person(tab).signIn('mina')
  await waitUntil(async () => (await dbOf(tab).read('device')) !== undefined, 'a registered phone')
  await waitUntil(async () => {
    await tab.runtime.pulls.pullChanges(true)
    return (await dbOf(tab).read('cursor')) !== undefined && (await dbOf(tab).vouchers.count()) === 1
  }, 'a complete round')
  const { replaceRuntime } = await import('#data/runtime.ts')
  replaceRuntime(tab.runtime)
  const { VoucherScreen } = await import('#routes/myPage/-parts/card/voucherScreen.tsx')
  const mount = () => mountScreen(<VoucherScreen rsvtUid={RSVT} />)
  return {
    ...opened,
    tab,
    mount,
    /** A gate redeems the voucher. */
    redeem: () => {
      usedAt = now()
    },
    setOffline: async () => {
      network.down(true)
      await tab.runtime.online.probe()
    },
  }
}

const ARRIVAL = 'Show this voucher when you arrive'

/** Returns the code on the screen, as a camera reads it; null while there is none. */
const codeOn = ({ element }: MountedScreen) => {
  const svg = element.querySelector('[data-live="true"] [data-qr]')
  const path = svg?.querySelector('path:last-child')?.getAttribute('d')
  const side = Number(svg?.getAttribute('viewBox')?.split(' ').at(-1))
  return path ? readVoucherCode(decodeDrawnCode({ path, size: side - 8 }) ?? '') : null
}

test('a registered phone draws the code of its voucher, a new one every 15 s, also offline, and stores none (L23, L24)', async () => {
  const { mount, tab, clock, setOffline } = await open()
  const screen = await mount()
  await waitUntil(() => codeOn(screen) !== null, 'a code')
  expect(codeOn(screen)).toMatchObject({ certificate: { passUid: RSVT, passType: null }, time: clock.wall() })
  const first = codeOn(screen)?.time ?? 0
  clock.advance(CODE_PERIOD_MS)
  await waitUntil(() => (codeOn(screen)?.time ?? 0) === first + CODE_PERIOD_MS, 'the next code')
  screen.unmount()

  await setOffline()
  clock.advance(CODE_PERIOD_MS)
  const offline = await mount()
  await waitUntil(() => codeOn(offline)?.time === clock.wall(), 'a code without a network')
  expect(await dbOf(tab).drawn.count()).toBe(0)
})

test('a redemption replaces the code within 3 s by when it was used, which is announced (L24, M32)', async () => {
  const { mount, clock, network, redeem } = await open()
  const screen = await mount()
  await waitUntil(() => codeOn(screen) !== null, 'a code')
  await waitUntil(
    () => network.sentRequests.some(({ method, path }) => QUESTION.test(`${method} ${path}`)),
    'a question',
  )
  redeem()
  const ask = async () => answer(200, '200', { cursor: cursorOf(MARKS), changed: ['reservations'] })
  network.fault(QUESTION, ask)
  clock.advance(1_500)
  const region = screen.element.querySelector('[data-voucher-code]')
  expect(region?.getAttribute('role')).toBe('status')
  const text = screen.element.textContent ?? ''
  // The code is in the first screen of a phone.
  const [code, number, arrival] = ['Staff scan', 'Reservation number', ARRIVAL].map((phrase) => text.indexOf(phrase))
  expect([0, code, number, arrival]).toEqual([0, code, number, arrival].toSorted((a = 0, b = 0) => a - b))
  await waitUntil(() => region?.getAttribute('data-voucher-code') === 'used', 'the use')
  expect(region?.isConnected).toBe(true)
  expect(region?.textContent).toMatch(/^Used.*\d\d:\d\d/)
  expect(codeOn(screen)).toBeNull()
  expect(screen.element.textContent).not.toContain(ARRIVAL)
})

test('a phone that has no certificate, or lost its key, says what to do and draws nothing (L24)', async () => {
  for (const keyOf of [() => null, () => toBase64url(new Uint8Array(32))]) {
    const { mount, tab, setOffline } = await open(keyOf)
    if (keyOf() !== null) await dbOf(tab).keep('device', { deviceUid: 'device-of-mina', publicKey: 'lost' })
    await setOffline()
    const screen = await mount()
    await waitUntil(() => screen.text().includes(NOT_HERE), 'the hint')
    expect(codeOn(screen)).toBeNull()
    screen.unmount()
  }
})

test('after a sign-out no page draws the code (L24)', async () => {
  const { tab } = await open()
  const codes: unknown[] = []
  await person(tab).signOut()
  tab.runtime.codes.presentVoucher(RSVT, (code) => codes.push(code))
  expect(codes).toEqual([null])
})

test('a phone that has registered asks for changes at once, although a round came before: its vouchers had no certificate (L23)', async () => {
  const { network, browser } = openWithPeer()
  const tab = await browser.tab()
  const registration = network.hold(/POST .*myPass\/device/)
  await person(tab).signIn('mina')
  await registration.arrived
  await tab.runtime.pulls.pullChanges(true)
  const rounds = () => network.sentRequests.filter(({ path }) => path.startsWith('/sync')).length
  const before = rounds()
  registration.release()
  await waitUntil(() => rounds() > before, 'a round')
})
