import { expect, test } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import { fromBase64url, toBase64url, toHex } from '#contract/rules/bytes.ts'
import { deviceProofBytes } from '#contract/rules/deviceProof.ts'
import { judgeCode } from '#contract/rules/passCheck.ts'
import { certificateBytesToSign, encodeCertificate, type CertificateBody } from '#contract/rules/passCode.ts'
import { verifyWith, type Algorithm, type Subtle } from '#contract/rules/signature.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { VALUE_KEYS } from '#db/names.ts'
import { STARTUP_COPY_KEY, type StartupPass, type StartupCopy } from '#db/startupCopy.ts'
import type { LiveCode } from '#sync/device/liveCodes.ts'
import { pathOf } from '#sync/device/draw.ts'
import { decodeDrawnCode } from '../harness/drawnCode.ts'
import { waitUntil, type Browser, type Tab } from '../harness/tabs.ts'
import { PASS as fixture } from './fixtures.ts'
import { dbOf, openSignedIn, openWithPeer, person, waitForFirstPulls } from './setup.ts'

const { subtle } = globalThis.crypto
const verify = verifyWith(subtle as unknown as Subtle)
const PASS = '0193a1b2-0000-7000-8000-000000000001'

/** The issuer's key pair, as the server holds it. */
const createIssuer = async () => {
  const pair = (await subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const keyId = toHex(new Uint8Array(await subtle.digest('SHA-256', publicKey)).subarray(0, 4))
  return {
    keys: new Map([[keyId, publicKey]]),
    certify: async (deviceKey: string, algorithm: Algorithm, now: number, epoch = 1) => {
      const body: CertificateBody = {
        algorithm,
        keyId,
        passUid: PASS,
        passType: '48H',
        epoch,
        notAfter: Math.floor((now + 30 * DAY_MS) / 1000) * 1000,
        deviceKey: fromBase64url(deviceKey) ?? new Uint8Array(),
      }
      const signature = new Uint8Array(
        await subtle.sign({ name: 'Ed25519' }, pair.privateKey, certificateBytesToSign(body)),
      )
      return toBase64url(encodeCertificate({ ...body, signature }))
    },
  }
}

const passWith = (certificate: string | null, deviceUid: string | null, epoch = 1): MyPass => ({
  ...fixture,
  passUid: PASS,
  deviceUid,
  epoch,
  certificate,
})

const judge = (text: string | undefined, now: number, keys: ReadonlyMap<string, Uint8Array>) =>
  judgeCode(
    {
      text: text ?? '',
      now,
      issuerKeys: keys,
      revoked: new Map(),
      seen: new Set(),
      held: null,
      opened: null,
      notBefore: null,
    },
    verify,
  )

const withoutEd25519 = new Proxy(subtle, {
  get: (target, name) => {
    if (name === 'generateKey') {
      return (algorithm: { name: string }, ...rest: unknown[]) =>
        algorithm.name === 'Ed25519'
          ? Promise.reject(new DOMException('no such algorithm', 'NotSupportedError'))
          : (target.generateKey as (...all: unknown[]) => unknown).call(target, algorithm, ...rest)
    }
    const value = target[name as keyof SubtleCrypto] as unknown
    return typeof value === 'function' ? value.bind(target) : value
  },
})

/** The pass that the start-up script would show. */
const firstShown = ({ local }: Browser): StartupPass | null | undefined =>
  (JSON.parse(local.getItem(STARTUP_COPY_KEY) ?? '{}') as Partial<StartupCopy>).first

const watch = (tab: Tab) => {
  const codes: (LiveCode | null)[] = []
  const stop = tab.runtime.codes.present(PASS, (code) => codes.push(code))
  return { codes, stop, live: () => codes.filter((code) => code?.live) as LiveCode[] }
}

test.each([
  ['Ed25519', subtle],
  ['P-256', withoutEd25519],
] as const)(
  'with %s a phone registers once, and 14 days later an offline gate admits the code that it draws offline (P9, L1, L2, L3, L6, L7)',
  async (algorithm, cryptography) => {
    const { browser, peer, network, clock } = openWithPeer()
    const issuer = await createIssuer()
    const tab = await browser.tab({ subtle: cryptography })
    await person(tab).signIn('mina')
    await waitForFirstPulls(tab)
    expect(peer.devices.length).toBe(1)
    const device = peer.devices[0]
    if (!device) throw new Error('not registered')
    expect(device.algorithm).toBe(algorithm)
    const proof = {
      algorithm,
      publicKey: fromBase64url(device.publicKey) ?? new Uint8Array(),
      signature: fromBase64url(device.signature) ?? new Uint8Array(),
      data: deviceProofBytes(device.nonce),
    }
    expect(await verify(proof)).toBe(true)
    const storedKey = await tab.runtime.storage.device()?.read(VALUE_KEYS.deviceKey)
    expect(storedKey?.privateKey.extractable).toBe(false)

    const certificate = await issuer.certify(device.publicKey, algorithm, clock.wall())
    peer.passes.set('mina', [passWith(certificate, 'device-of-mina')])
    expect(await tab.runtime.bind({ passUid: PASS })).toEqual({ ok: true, data: null })
    // A first code is drawn for the start-up script although no screen shows it.
    expect((await dbOf(tab).drawn.get(PASS))?.size).toBe(57)
    await waitUntil(() => firstShown(browser)?.size === 57)

    network.down(true)
    browser.close()
    clock.advance(14 * DAY_MS)
    const offline = await browser.tab({ subtle: cryptography })
    const { codes, live, stop } = watch(offline)
    await waitUntil(() => live().length === 1)
    expect(codes[0]).toMatchObject({ live: false, size: 57 })
    const first = live()[0] as LiveCode
    expect(first).toMatchObject({ madeAt: clock.wall(), nextAt: clock.wall() + CODE_PERIOD_MS })
    expect(await judge(decodeDrawnCode(first), clock.wall() + 500, issuer.keys)).toMatchObject({
      verdict: 'admitted',
      by: 'clock',
    })
    // A screenshot of the code is no longer admitted two minutes later.
    expect(await judge(decodeDrawnCode(first), clock.wall() + 120_000, issuer.keys)).toMatchObject({ verdict: 'hold' })

    clock.advance(CODE_PERIOD_MS)
    await waitUntil(() => live().length === 2)
    const second = live()[1] as LiveCode
    expect(second.path).not.toBe(first.path)
    expect(second.madeAt - first.madeAt).toBe(CODE_PERIOD_MS)
    await waitUntil(async () => (await dbOf(offline).drawn.get(PASS))?.path === second.path)
    await waitUntil(() => firstShown(browser)?.path === second.path)
    stop()
    clock.advance(10 * CODE_PERIOD_MS)
    expect(live().length).toBe(2)
  },
)

test('a phone whose clock is a day behind draws codes with the server’s time (P9, L10)', async () => {
  const { browser, peer, clock, network } = openWithPeer()
  const issuer = await createIssuer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  const device = peer.devices[0]
  if (!device) throw new Error('not registered')
  const certificate = await issuer.certify(device.publicKey, 'Ed25519', clock.wall())
  peer.passes.set('mina', [passWith(certificate, 'device-of-mina')])
  await tab.runtime.bind({ passUid: PASS })
  const truth = clock.wall()
  clock.set(truth - DAY_MS)
  network.down(true)
  const { live, stop } = watch(tab)
  await waitUntil(() => live().length === 1)
  expect(live()[0]?.madeAt).toBe(truth)
  expect(tab.runtime.clock.isVerified()).toBe(false)
  stop()
})

test('after an offline restart a phone two days behind still draws codes with the server’s time (P9, L19)', async () => {
  const aheadMs = 2 * DAY_MS
  const { browser, peer, clock, network } = openWithPeer({ aheadMs })
  const issuer = await createIssuer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  const certificate = await issuer.certify(peer.devices[0]?.publicKey ?? '', 'Ed25519', clock.wall() + aheadMs)
  peer.passes.set('mina', [passWith(certificate, 'device-of-mina')])
  await tab.runtime.bind({ passUid: PASS })
  const isClockStored = async () => (await tab.runtime.storage.device()?.read(VALUE_KEYS.clock)) !== undefined
  await waitUntil(isClockStored, 'the stored clock')
  network.down(true)
  browser.close()
  clock.advance(HOUR_MS)
  const { live, stop } = watch(await browser.tab())
  await waitUntil(() => live().length === 1, 'a code')
  expect(live()[0]?.madeAt).toBe(clock.wall() + aheadMs)
  stop()
})

test('a pass that moved away loses its drawn code, and a renewed certificate is drawn at once (L4)', async () => {
  const { browser, peer, clock } = openWithPeer()
  const issuer = await createIssuer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  const device = peer.devices[0]
  if (!device) throw new Error('not registered')
  peer.passes.set('mina', [passWith(await issuer.certify(device.publicKey, 'Ed25519', clock.wall()), 'device-of-mina')])
  await tab.runtime.bind({ passUid: PASS })
  const { codes, live, stop } = watch(tab)
  await waitUntil(() => live().length === 1)
  const later = await issuer.certify(device.publicKey, 'Ed25519', clock.wall() + 15 * DAY_MS)
  peer.passes.set('mina', [passWith(later, 'device-of-mina')])
  await tab.runtime.pulls.pull('passes', true)
  await waitUntil(() => live().length === 2)
  peer.passes.set('mina', [passWith(null, 'device-of-another', 2)])
  await tab.runtime.pulls.pull('passes', true)
  await waitUntil(() => codes.at(-1) === null)
  expect(await dbOf(tab).drawn.count()).toBe(0)
  stop()
})

test('a device key that was lost with the storage is replaced by a new one, which is registered (L2)', async () => {
  const { browser, peer } = await openSignedIn()
  browser.close()
  await browser.evict()
  const next = await browser.tab()
  await waitUntil(() => peer.devices.length === 2)
  expect(peer.devices[1]?.publicKey).not.toBe(peer.devices[0]?.publicKey)
  // It is not registered a third time.
  browser.close()
  const last = await browser.tab()
  await waitForFirstPulls(last)
  await last.runtime.pulls.pull('passes', true)
  expect(peer.devices.length).toBe(2)
  expect(next.reportedErrors).toEqual([])
})

test('a path draws exactly the dark modules (L9)', () => {
  // A run ends with its row, even if the next row begins dark.
  expect(pathOf([1, 1, 1, 1], 2)).toBe('M0 0h2v1h-2zM0 1h2v1h-2z')
  expect(pathOf([1, 1, 0, 1, 0, 1, 1, 0, 1], 3)).toBe('M0 0h2v1h-2zM0 1h1v1h-1zM2 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z')
})

test('the copy for the start-up script is deleted when the pass is refunded, at a sign-out and at another sign-in (L14)', async () => {
  const { browser, peer, clock } = openWithPeer()
  const issuer = await createIssuer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  await waitForFirstPulls(tab)
  const certificate = await issuer.certify(peer.devices[0]?.publicKey ?? '', 'Ed25519', clock.wall())
  const bound = passWith(certificate, 'device-of-mina')
  peer.passes.set('mina', [bound])
  await tab.runtime.bind({ passUid: PASS })
  await waitUntil(() => firstShown(browser)?.passType === '48H')

  peer.passes.set('mina', [{ ...bound, state: 'refund', certificate: null }])
  await tab.runtime.pulls.pull('passes', true)
  await waitUntil(() => firstShown(browser) === null)

  peer.passes.set('mina', [bound])
  await tab.runtime.pulls.pull('passes', true)
  await tab.runtime.codes.drawMissing()
  await waitUntil(() => firstShown(browser)?.passType === '48H')
  await mina.signIn('joon')
  expect(firstShown(browser)?.passType).toBeUndefined()
  await mina.signOut('discard')
  expect(browser.local.getItem(STARTUP_COPY_KEY)).toBeNull()
})
