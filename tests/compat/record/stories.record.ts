import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toJSONSchema } from 'zod/v4/core'
import { afterAll, expect, test } from 'vitest'
import { CALLS } from '#contract/calls/index.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import { ERRORS } from '#contract/errors.ts'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { setFavourite } from '#data/favourites.ts'
import { cancelGift, receiveGift, refuseGift, sendGift } from '#data/gifts.ts'
import { writeInquiry } from '#data/inquiry.ts'
import { checkCode, sendCode, signUp } from '#data/join.ts'
import { markRead } from '#data/news.ts'
import { setPassName } from '#data/passName.ts'
import { setPush } from '#data/push.ts'
import { signOut } from '#data/signIn.ts'
import { sharedCatalogue, sharedCountries, sharedNotices, sharedTerms } from '#sync/mirror/shared.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock } from '../../harness/clock.ts'
import { codeFor, freshEmail, PASSWORD, signUpForm, signUpMember } from '../../harness/factories.ts'
import { waitUntil, type Tab } from '../../harness/tabs.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { openGates } from '../../gate/gates.ts'
import { openScanner } from '../../gate/scanner.ts'
import { issuePass } from '../../offline/server/phones.ts'
import { dbOf, giftsOn, waitForFirstPulls, rowsOf } from '../../offline/setup.ts'
import { openPopulatedShop } from '../../wire/populatedShop.ts'
import { openClient } from './clients.ts'
import { createStory, type Story } from './story.ts'

/** `COMPAT=v3 npx vitest run --config tests/compat/record/vitest.config.ts` writes `tests/compat/v3`. */
const { COMPAT = '' } = process.env
if (!/^v\d+$/.test(COMPAT)) throw new Error('COMPAT names the version to be recorded, as in COMPAT=v3')
const folder = join(import.meta.dirname, '..', COMPAT)

const recordedCalls = new Set<string>()
const write = (name: string, value: unknown): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`)
}
const keep = (name: string, { exchanges }: Story): void => {
  expect(exchanges.filter(({ answer }) => answer.http === 0)).toEqual([])
  for (const { call } of exchanges) recordedCalls.add(call)
  write(name, exchanges)
}

/**
 * Keywords that are left out of the recorded schemas: a client relies on names and types, and more fields, longer texts
 * or larger numbers do it no harm.
 */
const LIMITS = /^(?:\$schema|pattern|format|(?:exclusive)?(?:Max|Min)imum|(?:max|min)(?:imum|Length|Items))$/
const typesOf = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(typesOf)
  if (schema === null || typeof schema !== 'object') return schema
  const fields = Object.entries(schema).filter(
    ([name, value]) => !LIMITS.test(name) && !(name === 'additionalProperties' && value === false),
  )
  return Object.fromEntries(fields.map(([name, one]) => [name, typesOf(one)]))
}
afterAll(() => {
  const schemas = [...CALLS].flatMap(([name, { data }]) =>
    recordedCalls.has(name) ? [[name, typesOf(toJSONSchema(data, { io: 'output', unrepresentable: 'any' }))]] : [],
  )
  write('answers', Object.fromEntries(schemas))
  write('codes', ERRORS)
})

/** The calls of a phone that shows a pass. */
const SHOWING = ['main.time', 'account.login', 'mypage.deviceNonce', 'mypage.device']

const catalogueOn = async (tab: Tab): Promise<Catalogue> => {
  await tab.runtime.pulls.shared(sharedCatalogue('en'), true)
  const row = await tab.runtime.storage.device()?.shared.get('catalogue:en')
  return row?.data as Catalogue
}

test('signIn: sign-up, renewal, sign-out, sign-in', async () => {
  const clock = createTestClock(Date.now())
  const app = await openApp({ engine: 'embedded', clock: clock.wall })
  const story = createStory(clock.wall)
  const { tab, as, enter, network } = await openClient(app, clock, story, 'anna')
  const email = freshEmail()
  story.name('anna.email', email)
  expect(await as(() => sendCode(email))).toMatchObject({ ok: true })
  const code = await codeFor(app, email)
  story.name('anna.mailedCode', code)
  const proven = await as(() => checkCode(email, code))
  if (!proven.ok) throw new Error(proven.code)
  expect(await as(() => signUp(signUpForm(email, proven.data.certUid ?? '')))).toMatchObject({ ok: true })
  await waitForFirstPulls(tab)
  expect(await as(() => signOut())).toMatchObject({ ok: true })
  await waitUntil(async () => (await tab.runtime.storage.device()?.outbox.count()) === 0, 'an ended session')
  clock.advance(61_000)
  await enter({ email, password: PASSWORD })
  clock.advance(13 * HOUR_MS)
  expect(await tab.runtime.pulls.pull('profile', true)).toMatchObject({ ok: true })
  await waitUntil(() => network.underWay() === 0)
  keep('signIn', story)
  await app.close()
})

test('sync: every part of a mirror, and the shared answers', async () => {
  const town = await openPopulatedShop('postgres')
  const clock = createTestClock(Date.now())
  const story = createStory(clock.wall)
  const [anna] = town.citizens
  story.name('anna.email', anna.email)
  for (const [name, value] of Object.entries(anna.own)) story.name(`anna.${name}`, value)
  const { tab, enter, network } = await openClient(town, clock, story, 'anna')
  await enter(anna)
  for (const shared of [
    sharedCatalogue('en'),
    sharedTerms('en', 'service'),
    sharedCountries('en'),
    sharedNotices('en'),
  ])
    for (const _ of ['fetched', 'unchanged'])
      expect(await tab.runtime.pulls.shared(shared, true)).toMatchObject({ ok: true })
  expect(await tab.runtime.bind({ passUid: anna.own.orderPass })).toMatchObject({ ok: true })
  expect(await tab.runtime.pulls.pullChanges(true)).toMatchObject({ ok: true })
  await tab.runtime.online.probe()
  await waitUntil(() => network.underWay() === 0)
  keep('sync', story)
  await town.close()
})

test('queue: every command of the outbox', async () => {
  const clock = createTestClock(Date.now())
  const app = await openApp({ engine: 'embedded', clock: clock.wall })
  const story = createStory(clock.wall)
  const people = { anna: await signUpMember(app), bob: await signUpMember(app) }
  for (const [name, { email }] of Object.entries(people)) story.name(`${name}.email`, email)
  const pass = async (name: string) => {
    const passUid = await issuePass(app, people.anna.memberId)
    story.name(`anna.${name}`, passUid)
    return passUid
  }
  const giftPasses = {
    accepted: await pass('accepted'),
    refused: await pass('refused'),
    cancelled: await pass('cancelled'),
  }
  const lost = await pass('lost')
  const bound = await pass('bound')
  const [anna, bob] = [await openClient(app, clock, story, 'anna'), await openClient(app, clock, story, 'bob')]
  const guest = await openClient(app, clock, story, 'guest')
  await anna.enter(people.anna)
  await bob.enter(people.bob)
  const doing = async (who: typeof anna, act: () => Promise<{ ok: boolean }>) => {
    expect(await who.as(act)).toMatchObject({ ok: true })
    await who.drain()
  }

  const [first, second] = (await catalogueOn(anna.tab)).attractions
  await doing(anna, () => setFavourite(first?.gdsUid ?? '', true))
  await doing(anna, () => setFavourite(second?.gdsUid ?? '', true))
  await doing(anna, () => setFavourite(first?.gdsUid ?? '', false))
  await doing(anna, () => writeInquiry({ email: people.anna.email, content: 'Where is the exchange desk?' }))
  await guest.as(() => writeInquiry({ email: 'guest@mail.example', content: 'Is there a locker at the port?' }))
  await waitUntil(async () => {
    if (guest.network.underWay() > 0) return false
    clock.advance(1_000)
    return (await guest.tab.runtime.storage.device()?.outbox.count()) === 0
  })
  await doing(anna, () => setPassName(giftPasses.accepted, 'For Bob'))
  await doing(anna, () => setPassName(giftPasses.accepted, null))
  await doing(anna, () => setPush(false))
  await doing(anna, () => setPush(true))

  const giftTo = (passUid: string) => ({ passUid, id: people.bob.email, message: 'See you at the bridge' })
  for (const passUid of [giftPasses.accepted, giftPasses.refused]) await doing(anna, () => sendGift(giftTo(passUid)))
  await bob.tab.runtime.pulls.pullChanges(true)
  const { received } = await giftsOn(bob.tab)
  const giftOf = (passUid: string) => received.find((gift) => gift.passUid === passUid)?.giftUid ?? ''
  await doing(bob, () => receiveGift(giftOf(giftPasses.accepted)))
  await doing(bob, () => refuseGift(giftOf(giftPasses.refused)))
  await bob.tab.runtime.pulls.pull('newsfeed', true)
  const news = await dbOf(bob.tab).newsfeed.toArray()
  await doing(bob, () => markRead(news.slice(0, 1).map(({ newsUid }) => newsUid)))

  await doing(anna, () => sendGift({ passUid: giftPasses.cancelled, id: people.bob.email }))
  const sent = await dbOf(anna.tab).gifts.toArray()
  const giftUid = sent.find((gift) => gift.passUid === giftPasses.cancelled)?.giftUid ?? ''
  await doing(anna, () => cancelGift({ passUid: giftPasses.cancelled, giftUid }))
  // The answer is lost: the gift is sent again under its key, and then cancelled without its id.
  anna.network.fault(/gift\/insert/, 'lose')
  await anna.as(() => sendGift(giftTo(lost)))
  await waitUntil(async () => (await rowsOf(anna.tab))[0]?.lost === true)
  await doing(anna, () => cancelGift({ passUid: lost, giftUid: null }))

  expect(await anna.tab.runtime.bind({ passUid: bound })).toMatchObject({ ok: true })
  await doing(anna, () => sendGift(giftTo(bound)))
  keep('queue', story)
  await app.close()
})

test('gate: enrolment, lists, entries online and from the journal, undone entries', async () => {
  const gates = await openGates('embedded')
  const clock = createTestClock(gates.time.now)
  const story = createStory(() => gates.time.now)
  const people = [
    await signUpMember(gates),
    await signUpMember(gates),
    await signUpMember(gates),
    await signUpMember(gates),
  ]
  const visitors: (Awaited<ReturnType<typeof openClient>> & { passUid: string })[] = []
  for (const [nth, member] of people.entries()) {
    const name = `visitor${nth}`
    story.name(`${name}.email`, member.email)
    const passUid = await gates.issue(member.memberId, 'Big3')
    story.name(`${name}.pass`, passUid)
    const client = await openClient(gates, clock, story, name, SHOWING)
    await client.enter(member)
    expect(await client.tab.runtime.bind({ passUid })).toMatchObject({ ok: true })
    visitors.push({ ...client, passUid })
  }
  const scanner = await openScanner(gates, (handler) => story.follow(handler, 'gate'))
  const { code } = await makeEnrolmentCode(gates.deps, gates.inGroup('A')[0] ?? '')
  story.name('gate.enrolment', code)
  expect(await scanner.enrol(code, 'Door 1')).toMatchObject({ ok: true })
  await scanner.settled(() => scanner.state().lists !== null, 'an enrolled scanner')
  const advance = (ms: number) => {
    scanner.advance(ms)
    clock.advance(ms)
  }
  const showCode = async (nth: number) => {
    const visitor = visitors[nth]
    if (!visitor) throw new Error('no such visitor')
    return visitor.code(visitor.passUid)
  }

  const first = await scanner.read(await showCode(0))
  expect(first).toMatchObject({ verdict: 'admitted', offline: false })
  expect(await scanner.gate.undo({ entryUid: first.entryUid, reason: 'did_not_enter' })).toMatchObject({ ok: true })
  advance(16 * SECOND_MS)
  expect(await scanner.read(await showCode(0))).toMatchObject({ verdict: 'admitted' })
  advance(16 * SECOND_MS)
  expect(await scanner.read(await showCode(0))).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  expect(await scanner.read('9990000000010002')).toMatchObject({ offline: false })

  await scanner.offline()
  advance(20 * SECOND_MS)
  expect(await scanner.read(await showCode(1))).toMatchObject({ verdict: 'admitted', offline: true })
  advance(20 * SECOND_MS)
  const undone = await scanner.read(await showCode(2))
  expect(
    await scanner.gate.undo({ entryUid: undone.entryUid, reason: 'other', note: 'changed his mind' }),
  ).toMatchObject({ ok: true })
  // Two codes that are two minutes old: the first is held, the second admitted.
  const old = await showCode(3)
  advance(15 * SECOND_MS)
  const next = await showCode(3)
  advance(105 * SECOND_MS)
  expect(await scanner.read(old)).toMatchObject({ verdict: 'hold' })
  advance(15 * SECOND_MS)
  expect(await scanner.read(next)).toMatchObject({ verdict: 'admitted', by: 'two_codes' })
  await scanner.online()
  advance(61 * SECOND_MS)
  await scanner.contact()
  await scanner.waiting(0)
  expect(scanner.state().kept).toEqual([])
  keep('gate', story)
  await gates.close()
})
