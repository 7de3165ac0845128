import { describe, expect, test } from 'vitest'
import { giftList } from '#contract/calls/gift.ts'
import { CERTIFICATE_DAYS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { expireGift } from '#server/modules/gift/link.ts'
import { linkCalls, makeKey } from '../aftersales/linkGiver.ts'
import { openGates } from '../gate/gates.ts'
import { openApp } from '../harness/app.ts'
import { codeFor, freshEmail, signUpMember } from '../harness/factories.ts'
import { issuePass } from '../offline/server/phones.ts'
import { openPopulatedShop } from '../wire/populatedShop.ts'
import type { Exchange } from './fixture.ts'
import { faultsOf, openRecording, replay, type ReplayedAnswer, type Version } from './replay.ts'

/** Phones and gates of earlier releases still work: their requests and answers are in `tests/compat/v1` and `v2`. */

describe.each<[string, Version]>([
  ['0.1.0', 'v1'],
  ['0.2.0', 'v2'],
])('of release %s', (_release, version) => {
  const recording = openRecording(version)

  test('a recorded phone signs up, signs out, signs in and renews its tokens', async () => {
    const time = { now: Date.now() }
    const began = time.now
    const app = await openApp({ engine: 'embedded', clock: () => time.now })
    const email = freshEmail()
    const clock = (ms: number) => (time.now = began + ms)
    const names = { 'anna.email': email, 'anna.mailedCode': () => codeFor(app, email) }
    expect(await replay(recording, recording.story('signIn'), { app, clock, names })).toEqual([])
    await app.close()
  })

  test('a recorded phone pulls all parts of its mirror, asks for changes, and binds a pass', async () => {
    const town = await openPopulatedShop('postgres')
    const [{ email, own }] = town.citizens
    const names = {
      'anna.email': email,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`anna.${name}`, value])),
    }
    expect(await replay(recording, recording.story('sync'), { app: town, clock: town.clock, names })).toEqual([])
    await town.close()
  })

  test('every command of a recorded outbox has its effect', async () => {
    const time = { now: Date.now() }
    const began = time.now
    const app = await openApp({ engine: 'embedded', clock: () => time.now })
    const [anna, bob] = [await signUpMember(app), await signUpMember(app)]
    const names: Record<string, string> = { 'anna.email': anna.email, 'bob.email': bob.email }
    for (const name of ['accepted', 'refused', 'cancelled', 'lost', 'bound'])
      names[`anna.${name}`] = await issuePass(app, anna.memberId)
    expect(
      await replay(recording, recording.story('queue'), { app, clock: (ms) => (time.now = began + ms), names }),
    ).toEqual([])
    await app.close()
  })

  test('a phone can read a gift by link, also when it has expired', async () => {
    const app = await openApp({ engine: 'embedded' })
    const anna = await signUpMember(app)
    const passUid = await issuePass(app, anna.memberId)
    const { data } = await linkCalls(app).make(anna.accessToken, { passUid, linkHash: makeKey().linkHash })
    const { giftUid = '', link } = data ?? {}
    const valid = recording.valid.get('gift.giftList')
    const read = async () => {
      const gifts = (await app.call(giftList, { token: anna.accessToken })).data
      return { state: gifts?.list[0]?.state, isValid: valid?.(gifts), faults: valid?.errors ?? [] }
    }
    expect(await read()).toEqual({ state: 'sent', isValid: true, faults: [] })
    await app.deps.db.transaction((tx) => expireGift(tx, giftUid, link?.expiresAt ?? 0))
    expect(await read()).toEqual({ state: 'cancelled', isValid: true, faults: [] })
    await app.close()
  })

  test('a recorded gate enrols, fetches its lists, admits, undoes an entry, and uploads its journal', async () => {
    const gates = await openGates('embedded')
    const began = gates.time.now
    const names: Record<string, string> = {
      'gate.enrolment': (await makeEnrolmentCode(gates.deps, gates.inGroup('A')[0] ?? '')).code,
    }
    for (const name of ['visitor0', 'visitor1', 'visitor2', 'visitor3']) {
      const { email, memberId } = await signUpMember(gates)
      names[`${name}.email`] = email
      names[`${name}.pass`] = await gates.issue(memberId, 'Big3')
    }
    const clock = (ms: number) => (gates.time.now = began + ms)
    expect(await replay(recording, recording.story('gate'), { app: gates, clock, names })).toEqual([])
    await gates.close()
  })
})

const FIRST = openRecording('v1')

test('a recorded gate gets a reason that it knows for a stale certificate', async () => {
  const gates = await openGates('embedded')
  const { code } = await gates.traveller()
  const door = await gates.gate(gates.inGroup('A')[0] ?? '')
  gates.advance(CERTIFICATE_DAYS * DAY_MS)
  const { http, data } = await door.scan(await code())
  expect(data).toMatchObject({ verdict: 'refused', reason: 'revoked', exactReason: 'stale' })
  const recorded = FIRST.story('gate').find(({ call }) => call === 'gate.admit') as Exchange
  const refusal: Exchange = { ...recorded, answer: { http: 200, code: '200' } }
  const got: ReplayedAnswer = {
    http,
    headers: {},
    status: { code: '200' },
    data: data as unknown as ReplayedAnswer['data'],
  }
  expect(faultsOf(FIRST, refusal, got)).toEqual([])
  await gates.close()
})

test('a missing or mistyped field and an unknown refusal are reported as faults', () => {
  const recorded = FIRST.story('queue').find(({ call }) => call === 'gift.giftInsert') as Exchange
  const { nonce = '' } = recorded.headers
  const gift = {
    giftUid: 'g',
    passUid: 'p',
    type: 'sent',
    state: 'sent',
    gdsUid: 'pass-48h-mobile',
    passType: '48H',
    medium: 'mobile',
    sender: { id: 'anna@mail.example', name: 'Anna' },
    recipient: { id: 'bob@mail.example' },
    message: '',
    sentAt: 1,
    endedAt: null,
  }
  const got = (data: ReplayedAnswer['data'], code = '200', http = 200): ReplayedAnswer => ({
    http,
    headers: {},
    status: { code, serverNow: 1, nonce },
    data,
  })
  const refusable: Exchange = { ...recorded, answer: { ...recorded.answer, mayBeRefused: true } }
  expect(faultsOf(FIRST, recorded, got({ ...gift, more: 1 }))).toEqual([])
  const { sentAt: _, ...without } = gift
  expect(faultsOf(FIRST, recorded, got(without))).toHaveLength(1)
  expect(faultsOf(FIRST, recorded, got({ ...gift, sentAt: '1' }))).toHaveLength(1)
  expect(faultsOf(FIRST, recorded, got({ ...gift, state: 'accepted' }))).toHaveLength(1)
  expect(faultsOf(FIRST, recorded, got(null, 'E_GIFT_PASS'))).toHaveLength(1)
  expect(faultsOf(FIRST, refusable, got(null, 'E_GIFT_PASS'))).toEqual([])
  expect(faultsOf(FIRST, refusable, got(null, 'E_NEVER_HEARD'))).toHaveLength(1)
  expect(faultsOf(FIRST, refusable, got(null, 'E_UNAVAILABLE', 503))).toHaveLength(1)
})
