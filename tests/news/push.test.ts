import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logout } from '#contract/calls/account.ts'
import * as push from '#contract/calls/push.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { job as jobTable } from '#server/db/schema/job.ts'
import { startLoops } from '#server/loops.ts'
import { JOB_KINDS, runDueJobs } from '#server/modules/index.ts'
import { jobLoops } from '#server/modules/job/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { createPush } from '#server/outside/push/webPush.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn, signUpMember, type App } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'
import { openPushService, type PushPhone, type PushService } from './pushService.ts'

const COUPON = everyLanguage({ en: 'Welcome', ko: '환영', jp: 'ようこそ' })

describe.each(drawnEngines())('pushes on %s', (engine) => {
  let app: App
  let service: PushService
  let now = Date.UTC(2026, 10, 21, 3)
  let counted = 0
  beforeAll(async () => {
    service = await openPushService()
    app = await openApp({ engine, clock: () => now, reach: service.reach })
  })
  afterAll(async () => {
    await app.close()
    await service.close()
  })
  beforeEach(() => app.deps.db.delete(jobTable))

  const subscribe = (token: string, phone: PushPhone, options = {}) =>
    app.call(push.subscribe, { token, body: phone.subscription, ...options })
  const unsubscribe = (token: string, { subscription: { endpoint } }: PushPhone) =>
    app.call(push.unsubscribe, { token, body: { endpoint } })
  const toggle = (token: string, pushYn: 'Y' | 'N') => app.call(push.toggle, { token, body: { pushYn } })
  const issueCoupon = (memberId: string) =>
    app.deps.db.transaction((tx) =>
      notifyMember(tx, {
        memberId,
        kind: 'coupon_issued',
        key: `c-${(counted += 1)}`,
        values: { coupon: COUPON },
        at: now,
      }),
    )
  const run = () => runDueJobs(app.deps)
  /** Returns a member with a subscribed phone. */
  const withPhone = async (options = {}) => {
    const member = await signUpMember(app)
    const phone = service.makePhone()
    expect((await subscribe(member.accessToken, phone, options)).status.code).toBe('200')
    return { ...member, phone }
  }

  test('are refused without a token', async () => {
    const { subscription } = service.makePhone()
    for (const [call, body] of [
      [push.subscribe, subscription],
      [push.unsubscribe, { endpoint: subscription.endpoint }],
      [push.toggle, { pushYn: 'N' }],
    ] as const)
      expect((await app.call(call, { body: body as never })).status.code).toBe('E_TOKEN')
    expect((await app.call(push.state)).status.code).toBe('E_TOKEN')
  })

  test('endpoints that are no push service and invalid keys are refused', async () => {
    const { accessToken } = await signUpMember(app)
    const { subscription } = service.makePhone()
    const { endpoint, keys } = subscription
    const bad = [
      {},
      { endpoint },
      { ...subscription, more: 1 },
      ...[
        'mine',
        'http://push.test/send/1',
        'https://127.0.0.1/send/1',
        'https://[::1]/send/1',
        'https://0x7f000001/send/1',
        'https://user:word@push.test/send/1',
        `https://push.test/${'x'.repeat(1024)}`,
        'ftp://push.test/',
      ].map((address) => ({ ...subscription, endpoint: address })),
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } },
      { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
    ]
    for (const body of bad)
      expect([body, (await app.call(push.subscribe, { token: accessToken, body: body as never })).status.code]).toEqual(
        [body, 'E_INPUT'],
      )
    expect((await app.call(push.toggle, { token: accessToken, body: { pushYn: 'yes' as 'Y' } })).http).toBe(422)
  })

  test('the public key is a P-256 point and does not change', async () => {
    const { accessToken } = await signUpMember(app)
    const { data } = await app.call(push.state, { token: accessToken })
    expect(data?.pushYn).toBe('Y')
    expect(Buffer.from(data?.publicKey ?? '', 'base64url')).toHaveLength(65)
    expect(createPush(app.deps).publicKey).toBe(data?.publicKey)
  })

  test('a push is encrypted, signed, in the language of the subscription, and sent once', async () => {
    const { memberId, accessToken, phone } = await withPhone({ locale: 'ko' })
    const second = service.makePhone()
    await subscribe(accessToken, second, { locale: 'jp' })
    await issueCoupon(memberId)
    await run()
    await run()
    expect(phone.messages()).toEqual([
      {
        memberId,
        title: '새 쿠폰이 도착했습니다',
        body: '쿠폰이 지급되었습니다: 환영. ‘쿠폰’에서 확인하세요.',
        path: '/myPage/coupon',
        tag: expect.any(String) as string,
      },
    ])
    expect(second.messages()).toMatchObject([{ title: '新しいクーポンが届きました' }])
    const { publicKey } = (await app.call(push.state, { token: accessToken })).data ?? {}
    const [arrived] = phone.arrived()
    expect(arrived?.sender).toMatchObject({ key: publicKey, aud: service.origin })
    expect(arrived?.sender.sub).toMatch(/^(?:mailto|https):/)
    expect(arrived?.ttl).toBe(24 * 3600)
    expect(arrived?.topic).toMatch(/^[\w-]{32}$/)
  })

  test('subscribing the same endpoint again changes its language or its member', async () => {
    const { memberId, accessToken, phone } = await withPhone({ locale: 'ko' })
    await subscribe(accessToken, phone, { locale: 'en' })
    await issueCoupon(memberId)
    await run()
    expect(phone.messages()).toMatchObject([{ memberId, title: 'You have a new coupon' }])
    const otherMember = await signUpMember(app)
    await subscribe(otherMember.accessToken, phone)
    await issueCoupon(memberId)
    await issueCoupon(otherMember.memberId)
    await run()
    expect(phone.messages().slice(1)).toMatchObject([{ memberId: otherMember.memberId }])
  })

  test('an endpoint cannot be taken over without both keys of its phone', async () => {
    const { memberId, phone } = await withPhone()
    const thief = await signUpMember(app)
    const { endpoint } = phone.subscription
    const own = service.makePhone().subscription.keys
    const { p256dh, auth } = phone.subscription.keys
    // One of the two keys is not enough.
    for (const keys of [own, { ...own, p256dh }, { ...own, auth }]) {
      const taken = await app.call(push.subscribe, { token: thief.accessToken, body: { endpoint, keys } })
      expect(taken.status).toMatchObject({ code: 'E_INPUT', fields: [{ field: 'body.endpoint', reason: 'value' }] })
    }
    await issueCoupon(thief.memberId)
    await issueCoupon(memberId)
    await run()
    expect(phone.messages()).toMatchObject([{ memberId }])
  })

  test('another member cannot unsubscribe a phone; its own member can, repeatedly', async () => {
    const { memberId, accessToken, phone } = await withPhone()
    const otherMember = await signUpMember(app)
    const random = service.makePhone()
    expect((await unsubscribe(otherMember.accessToken, phone)).data).toEqual(
      (await unsubscribe(otherMember.accessToken, random)).data,
    )
    await issueCoupon(memberId)
    await run()
    expect(phone.messages()).toHaveLength(1)
    await unsubscribe(accessToken, phone)
    expect((await unsubscribe(accessToken, phone)).status.code).toBe('200')
    await issueCoupon(memberId)
    await run()
    expect(phone.messages()).toHaveLength(1)
  })

  test('nothing is sent while pushes are off, nor afterwards for that time', async () => {
    const { memberId, accessToken, phone } = await withPhone()
    expect((await toggle(accessToken, 'N')).data?.pushYn).toBe('N')
    expect((await toggle(accessToken, 'N')).data?.pushYn).toBe('N')
    await issueCoupon(memberId)
    await run()
    expect((await toggle(accessToken, 'Y')).data?.pushYn).toBe('Y')
    await run()
    expect(phone.asked()).toBe(0)
    await issueCoupon(memberId)
    await run()
    expect(phone.messages()).toHaveLength(1)
  })

  test('nothing is sent to a phone that was signed out', async () => {
    const { memberId, email, password } = await signUpMember(app)
    const { accessToken, refreshToken } = await signIn(app, { email, password })
    const phone = service.makePhone()
    await subscribe(accessToken, phone)
    await app.call(logout, { body: { refreshToken } })
    await issueCoupon(memberId)
    await run()
    expect(phone.asked()).toBe(0)
  })

  test.each([404, 410])(
    'the answer %i of the push service removes the subscription, and no further push is sent to it',
    async (status) => {
      const { memberId, phone } = await withPhone()
      service.answer({ status })
      await issueCoupon(memberId)
      await run()
      expect(phone.asked()).toBe(1)
      await issueCoupon(memberId)
      now += HOUR_MS
      await run()
      expect(phone.asked()).toBe(1)
    },
  )

  test('a busy service is retried when it says so, and the message arrives once', async () => {
    const { memberId, phone } = await withPhone()
    service.answer({ status: 429, headers: { 'retry-after': '600' } }, { status: 503 })
    await issueCoupon(memberId)
    await run()
    now += 9 * MINUTE_MS
    await run()
    expect(phone.asked()).toBe(1)
    now += MINUTE_MS
    await run()
    expect(phone.asked()).toBe(2)
    expect(phone.messages()).toHaveLength(0)
    now += 15 * MINUTE_MS
    await run()
    await run()
    expect(phone.asked()).toBe(3)
    expect(phone.messages()).toHaveLength(1)
    expect(phone.arrived()[0]?.ttl).toBe(24 * 3600 - 25 * 60)
  })

  test.each([301, 400, 413])(
    'the answer %i of the push service is neither followed nor retried, and the subscription stays',
    async (status) => {
      const { memberId, phone } = await withPhone()
      service.answer({ status, headers: { location: `${service.origin}/elsewhere` } })
      await issueCoupon(memberId)
      await run()
      now += HOUR_MS
      await run()
      expect(phone.asked()).toBe(1)
      await issueCoupon(memberId)
      await run()
      expect(phone.messages()).toHaveLength(1)
    },
  )

  test("four unresponsive phones of one member delay no other member's push", async () => {
    const slow = await withPhone()
    const phones = [slow.phone, ...Array.from({ length: 3 }, () => service.makePhone())]
    for (const phone of phones.slice(1)) await subscribe(slow.accessToken, phone)
    const otherMember = await withPhone()
    const letGo = phones.map((phone) => phone.hold())
    await issueCoupon(slow.memberId)
    now += 1
    await issueCoupon(otherMember.memberId)
    const jobRun = run()
    await expect.poll(() => otherMember.phone.messages().length).toBe(1)
    const requestCount = () => phones.reduce((sum, phone) => sum + phone.asked(), 0)
    // The other member's push may have overtaken the first one.
    await expect.poll(requestCount).toBe(1)
    for (const go of letGo) go()
    await jobRun
    expect(phones.map((phone) => phone.messages().length)).toEqual([1, 1, 1, 1])
  })

  test('pushes that fall due while a push service does not answer are sent at once', async () => {
    const slow = await withPhone()
    const otherMember = await withPhone()
    const letGo = slow.phone.hold()
    const stop = startLoops(jobLoops(JOB_KINDS), app.deps)
    await issueCoupon(slow.memberId)
    await expect.poll(() => slow.phone.asked(), { timeout: 8_000 }).toBe(1)
    await issueCoupon(otherMember.memberId)
    await expect.poll(() => otherMember.phone.messages().length, { timeout: 8_000 }).toBe(1)
    const waiting = slow.phone.waiting()
    letGo()
    await stop()
    expect(waiting).toBe(1)
    expect(slow.phone.messages()).toHaveLength(1)
  })

  test('a push is dropped after a day', async () => {
    const { memberId, phone } = await withPhone()
    await issueCoupon(memberId)
    now += 24 * HOUR_MS
    await run()
    expect(phone.asked()).toBe(0)
  })

  test('a member has at most twenty phones, and a further one replaces the oldest', async () => {
    const { memberId, accessToken, phone } = await withPhone()
    const otherPhones = Array.from({ length: 20 }, () => service.makePhone())
    for (const otherPhone of otherPhones) {
      now += 1
      await subscribe(accessToken, otherPhone)
    }
    await issueCoupon(memberId)
    await run()
    expect(phone.asked()).toBe(0)
    expect(otherPhones.map((otherPhone) => otherPhone.messages().length)).toEqual(otherPhones.map(() => 1))
  })
})
