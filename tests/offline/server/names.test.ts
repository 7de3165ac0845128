import { afterAll, beforeAll, expect, test } from 'vitest'
import { giftInsert, giftReceive } from '#contract/calls/gift.ts'
import { passName } from '#contract/calls/mypage.ts'
import { STARTUP_COPY_KEY, type StartupCopy } from '#db/startupCopy.ts'
import { cancelGift, sendGift } from '#data/gifts.ts'
import { setPassName } from '#data/passName.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { waitUntil } from '../../harness/tabs.ts'
import { dbOf, reconnect, rowsOf } from '../setup.ts'
import { issuePass, phonesOf, sendAndPull, type Visitor } from './phones.ts'

const clock = createTestClock(koreanNoon())
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: clock.wall })
})
afterAll(() => app.close())

const anna = async () => {
  const visitor = await phonesOf(app, clock).visitor()
  const passUid = await issuePass(app, visitor.member.memberId)
  await waitUntil(async () => {
    // The round of the sign-in may have come before the pass was issued.
    await visitor.tab.runtime.pulls.pullChanges(true)
    return (await dbOf(visitor.tab).passes.count()) === 1
  })
  return { ...visitor, passUid }
}
/** Passes as screens show them, from one read transaction. */
const passesOn = ({ tab }: Visitor) => {
  const db = dbOf(tab)
  return db.transaction('r', [db.passes, db.drawn, db.gifts, db.outbox], async () =>
    tab.runtime.reads.passes(
      await db.passes.toArray(),
      await db.gifts.toArray(),
      await db.outbox.orderBy('seq').toArray(),
      await db.drawn.toCollection().primaryKeys(),
    ),
  )
}
const sentNames = ({ network }: Visitor) =>
  network.receivedRequests.filter(({ path }) => path === '/mypage/myPass/name')

test('of the names that a member gives a pass offline the last is shown at once and sent under one key (P7, M1, O4)', async () => {
  const me = await anna()
  const { passUid } = me
  me.network.down(true)
  expect(await me.as(() => setPassName(passUid, 'Mei'))).toEqual({ ok: true, data: 'queued' })
  await me.as(() => setPassName(passUid, null))
  await me.as(() => setPassName(passUid, 'Dad'))
  expect(await passesOn(me)).toMatchObject([{ name: 'Dad', naming: 'saved' }])
  expect((await rowsOf(me.tab)).map(({ command, args, lane }) => [command, args, lane])).toEqual([
    ['pass.name', { passUid, name: 'Dad' }, `name:${passUid}`],
  ])
  me.network.fault(/myPass\/name/, 'lose')
  reconnect(me.network, me.tab)
  await sendAndPull(me.tab, clock)
  expect(sentNames(me).length).toBeGreaterThan(1)
  expect(new Set(sentNames(me).map(({ key }) => key)).size).toBe(1)
  expect(await passesOn(me)).toMatchObject([{ name: 'Dad', naming: null }])
  expect((await dbOf(me.tab).passes.get(passUid))?.pass.name).toBe('Dad')
})

test('the name of a pass whose request was begun is not replaced by a later name, which is sent after it (O5)', async () => {
  const me = await anna()
  me.network.fault(/myPass\/name/, 'lose')
  await me.as(() => setPassName(me.passUid, 'Mei'))
  await waitUntil(async () => (await rowsOf(me.tab))[0]?.lost === true)
  await me.as(() => setPassName(me.passUid, 'Dad'))
  expect(await rowsOf(me.tab)).toHaveLength(2)
  await sendAndPull(me.tab, clock)
  expect(await passesOn(me)).toMatchObject([{ name: 'Dad', naming: null }])
})

test('the name of a pass that was given away meanwhile is refused, holds up nothing, and changes no pass (P6, O18)', async () => {
  const me = await anna()
  const bob = await phonesOf(app, clock).visitor()
  const otherPassUid = await issuePass(app, me.member.memberId)
  me.network.down(true)
  await me.as(() => setPassName(me.passUid, 'Mei'))
  const token = me.member.accessToken
  const sent = await app.call(giftInsert, { token, body: { passUid: me.passUid, id: bob.member.email } })
  const giftUid = sent.data?.giftUid ?? ''
  await app.call(giftReceive, { token: bob.member.accessToken, body: { giftUid } })
  reconnect(me.network, me.tab)
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(me.tab))[0]?.refused?.code === 'E_NOT_FOUND'
  })
  await me.as(() => setPassName(otherPassUid, 'Dad'))
  await waitUntil(async () => (await rowsOf(me.tab)).length === 1)
  await me.tab.runtime.pulls.pullChanges(true)
  expect(await passesOn(me)).toMatchObject([{ passUid: otherPassUid, name: 'Dad' }])
  await bob.tab.runtime.pulls.pullChanges(true)
  expect(await passesOn(bob)).toMatchObject([{ passUid: me.passUid, name: null }])
})

test('a name that the server refuses is not shown (M2)', async () => {
  const me = await anna()
  const token = me.member.accessToken
  await app.call(passName, { token, body: { passUid: me.passUid, name: 'Mei' } })
  await me.tab.runtime.pulls.pullChanges(true)
  await me.as(() => setPassName(me.passUid, 'a'.repeat(21)))
  await waitUntil(async () => (await rowsOf(me.tab))[0]?.refused?.code === 'E_PASS_NAME')
  expect(await passesOn(me)).toMatchObject([{ name: 'Mei', naming: 'refused' }])
})

test('a pass in a gift is shown as given or returning, and is not the first pass until it is back (M6, L13)', async () => {
  const me = await anna()
  const bob = await phonesOf(app, clock).visitor()
  const first = () => (JSON.parse(me.browser.local.getItem(STARTUP_COPY_KEY) ?? '{}') as Partial<StartupCopy>).first
  const drawn = async () => {
    const { passes, drawn: codes } = dbOf(me.tab)
    const epoch = (await passes.get(me.passUid))?.pass.epoch ?? 0
    await codes.put({ passUid: me.passUid, epoch, path: 'M0 0h1v1h-1z', size: 57, madeAt: clock.wall() })
  }
  await drawn()
  await waitUntil(() => first()?.passType === '48H')
  me.network.down(true)
  await me.as(() => sendGift({ passUid: me.passUid, id: bob.member.email }))
  expect(await passesOn(me)).toMatchObject([{ gift: 'given' }])
  await waitUntil(() => first() === null)
  reconnect(me.network, me.tab)
  await sendAndPull(me.tab, clock)
  expect(await passesOn(me)).toMatchObject([{ gift: 'given' }])

  const giftUid = (await dbOf(me.tab).gifts.toArray())[0]?.giftUid ?? ''
  me.network.down(true)
  await me.as(() => cancelGift({ passUid: me.passUid, giftUid }))
  // The server has not cancelled the gift yet, so a gate would still refuse the pass.
  expect(await passesOn(me)).toMatchObject([{ gift: 'returning' }])
  reconnect(me.network, me.tab)
  await sendAndPull(me.tab, clock)
  expect(await passesOn(me)).toMatchObject([{ gift: null }])
  await drawn()
  await waitUntil(() => first()?.passType === '48H')
})

test('a gift that the server refuses leaves the pass usable (M2)', async () => {
  const me = await anna()
  await me.as(() => sendGift({ passUid: me.passUid, id: 'nobody@mail.example' }))
  await waitUntil(async () => (await rowsOf(me.tab))[0]?.refused?.code === 'E_GIFT_RECIPIENT')
  expect(await passesOn(me)).toMatchObject([{ gift: null }])
})

test('a pass that an older build stored has no name', async () => {
  const me = await anna()
  const row = await dbOf(me.tab).passes.get(me.passUid)
  if (!row) throw new Error('no row')
  const { name: _, ...pass } = row.pass
  await dbOf(me.tab).passes.put({ ...row, pass: pass as typeof row.pass })
  expect(await passesOn(me)).toMatchObject([{ passUid: me.passUid, name: null, naming: null }])
})
