import { eq } from 'drizzle-orm'
import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '#contract/calls/main.ts'
import { OUTBOX_INQUIRY_ASK_MS, OUTBOX_MAX } from '#contract/limits.ts'
import { judgeCode } from '#contract/rules/passCheck.ts'
import { verifyWith, type Subtle } from '#contract/rules/signature.ts'
import { DAY_MS } from '#contract/time.ts'
import { setFavourite } from '#data/favourites.ts'
import { writeInquiry } from '#data/inquiry.ts'
import { signOut } from '#data/signIn.ts'
import { idbOf } from '#db/idb.ts'
import { MemberDb } from '#db/member.ts'
import { memberDbName } from '#db/names.ts'
import { sharedCatalogue } from '#sync/mirror/shared.ts'
import { inquiry } from '#server/db/schema/inquiry.ts'
import { issuerKey } from '#server/modules/pass/service.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import { decodeDrawnCode } from '../../harness/drawnCode.ts'
import { signUpMember, type App } from '../../harness/factories.ts'
import type { Network } from '../../harness/network.ts'
import { waitUntil, type Tab } from '../../harness/tabs.ts'
import { waitForFirstPulls, reconnect, rowsOf, shownFavourites } from '../setup.ts'
import { issuePass, on, phonesOf } from './phones.ts'

const PASSES = 20
const PLACES = 20
const verify = verifyWith(globalThis.crypto.subtle as unknown as Subtle)

const clock = createTestClock(koreanNoon())
let app: App
beforeAll(async () => {
  // The rate limit of production: a full outbox must wait, and is never refused for good.
  app = await openApp({ engine: 'embedded', clock: clock.wall, env: { WRITES_PER_MINUTE: '120' } })
})
afterAll(() => app.close())

/** Returns attractions that the server knows. */
const placesOn = async (tab: Tab) => {
  await tab.runtime.pulls.shared(sharedCatalogue('en'), true)
  const row = await tab.runtime.storage.device()?.shared.get('catalogue:en')
  if (!row) throw new Error('no catalogue')
  return (row.data as Catalogue).attractions.map(({ gdsUid }) => gdsUid).slice(0, PLACES)
}

/** Takes the actions of one day; returns the ids of the inquiries among them. */
const wishes = async (tab: Tab, places: readonly string[], inquiries: number): Promise<string[]> => {
  const { as } = on(tab)
  for (const place of places) expect(await as(() => setFavourite(place, true))).toMatchObject({ ok: true })
  const ids: string[] = []
  for (let nth = 0; nth < inquiries; nth += 1) {
    const written = await as(() => writeInquiry({ email: 'mei@mail.example', content: `Where is locker ${nth}?` }))
    if (written.ok) ids.push(written.data.id)
  }
  expect(ids).toHaveLength(inquiries)
  return ids
}

/** Advances the clock until the condition holds, except while the server answers, so that only the phone waits. */
const passing = async (network: Network, is: () => Promise<boolean>) => {
  const step = async () => {
    if (network.underWay() > 0) return false
    clock.advance(1_000)
    return is()
  }
  await waitUntil(step, 'an outbox that has sent', 100_000)
}

/** Waits for an empty outbox and runs a round of pulls. */
const sent = async (network: Network, tab: Tab) => {
  await passing(network, async () => (await rowsOf(tab)).length === 0)
  await tab.runtime.pulls.pullChanges(true)
}

const inquiriesOf = async (memberId: string) =>
  (await app.deps.db.select({ id: inquiry.id }).from(inquiry).where(eq(inquiry.memberId, memberId)))
    .map(({ id }) => id)
    .toSorted()

/** Judges the code that this phone draws now, as an offline gate does. */
const atGate = async (tab: Tab, passUid: string, usedCodes: Set<string>) => {
  let text: string | undefined
  const stop = tab.runtime.codes.present(passUid, (code) => {
    if (code?.live) text = decodeDrawnCode(code)
  })
  await waitUntil(() => text !== undefined, 'a live code')
  stop()
  const { keyId, publicKey } = issuerKey(app.deps.keys)
  const issuerKeys = new Map([[keyId, publicKey]])
  const lists = { issuerKeys, revoked: new Map<string, number>(), seen: usedCodes }
  const reading = { ...lists, text: text ?? '', now: clock.wall(), held: null, opened: null, notBefore: null }
  return judgeCode(reading, verify)
}

test(
  'an outbox of 200 drains once online, with one effect each although answers are lost and doubled (P1)',
  {
    timeout: 300_000,
  },
  async () => {
    const anna = await phonesOf(app, clock).visitor()
    const places = await placesOn(anna.tab)
    anna.network.down(true)
    const ids = await wishes(anna.tab, places, OUTBOX_MAX - places.length)
    expect(await rowsOf(anna.tab)).toHaveLength(OUTBOX_MAX)
    const before = anna.network.receivedRequests.length
    for (const fault of ['lose', 'twice', 'drop'] as const) anna.network.fault(/interest|insertInquiry/, fault, 10)
    reconnect(anna.network, anna.tab)
    await sent(anna.network, anna.tab)
    const writes = anna.network.receivedRequests.slice(before).filter(({ path }) => /interest|insertInquiry/.test(path))
    expect(writes.length).toBeGreaterThan(OUTBOX_MAX)
    expect(new Set(writes.map(({ key }) => key)).size).toBe(OUTBOX_MAX)
    expect(await inquiriesOf(anna.member.memberId)).toEqual(ids.toSorted())
    expect(await shownFavourites(anna.tab)).toEqual(places.toSorted())
  },
)

test(
  'after 14 days offline 20 passes open a gate, 200 actions wait, and those of another member stay theirs (P9, P3, O38)',
  {
    timeout: 300_000,
  },
  async () => {
    const phones = phonesOf(app, clock)
    const bob = await phones.visitor()
    const places = await placesOn(bob.tab)
    bob.network.down(true)
    expect(await bob.tab.runtime.online.probe()).toBe(false)
    const bobs = await wishes(bob.tab, [], 2)
    await bob.as(() => signOut({ keepQueue: 'keep' }))

    // Anna signs in on the same phone, and binds 20 passes to it.
    bob.network.down(false)
    const member = await signUpMember(app)
    await phones.enter(bob.tab, member.email)
    await waitForFirstPulls(bob.tab)
    const passUids: string[] = []
    for (let nth = 0; nth < PASSES; nth += 1) passUids.push(await issuePass(app, member.memberId))
    for (const passUid of passUids) expect(await bob.tab.runtime.bind({ passUid })).toMatchObject({ ok: true })
    bob.network.down(true)

    const { browser, network } = bob
    let { tab } = bob
    const began = clock.wall()
    const ids: string[] = []
    for (let day = 0; day < 14; day += 1) {
      if (day === 7) {
        // The browser is restarted offline, as after an empty battery.
        browser.close()
        tab = await browser.tab()
      }
      ids.push(...(await wishes(tab, places.slice(day, day + 1), 13)))
      const passUid = passUids[day] ?? ''
      expect(await atGate(tab, passUid, new Set()), `day ${day}`).toMatchObject({ verdict: 'admitted' })
      clock.advance(DAY_MS)
    }
    ids.push(...(await wishes(tab, [], OUTBOX_MAX - 14 * 14)))
    expect(clock.wall() - began).toBe(14 * DAY_MS)

    const usedCodes = new Set<string>()
    for (const passUid of passUids) {
      const result = await atGate(tab, passUid, usedCodes)
      expect(result).toMatchObject({ verdict: 'admitted', by: 'clock' })
      if (result.verdict === 'admitted') usedCodes.add(result.seenId)
    }
    expect(usedCodes.size).toBe(PASSES)
    expect(tab.runtime.session.state.get()).toMatchObject({ state: 'member', memberId: member.memberId })
    expect(await rowsOf(tab)).toHaveLength(OUTBOX_MAX)

    // Back online, recent actions are sent, and old ones ask before they are sent; each arrives exactly once.
    reconnect(network, tab)
    const asking = async () => (await rowsOf(tab)).filter(({ asks }) => asks === 'old')
    await passing(network, async () => (await asking()).length === (await rowsOf(tab)).length)
    const old = await asking()
    expect(old.length).toBeGreaterThanOrEqual(7 * 13)
    expect(old.every(({ writtenAt }) => clock.wall() - writtenAt >= OUTBOX_INQUIRY_ASK_MS)).toBe(true)
    for (const { id } of old) await tab.runtime.memberOutbox()?.sendAnyway(id)
    await sent(network, tab)
    expect(await inquiriesOf(member.memberId)).toEqual(ids.toSorted())
    expect(await shownFavourites(tab)).toEqual(places.slice(0, 14).toSorted())

    // Bob's actions were not sent with Anna's session, and still wait for Bob.
    expect(await inquiriesOf(bob.member.memberId)).toEqual([])
    if (!browser.idb) throw new Error('no storage')
    const bobDb = new MemberDb(memberDbName(bob.member.memberId), idbOf(browser.idb, IDBKeyRange))
    expect((await bobDb.outbox.toArray()).map(({ args }) => (args as { id: string }).id)).toEqual(bobs)
    bobDb.close()
    await on(tab).as(() => signOut())
    await phones.enter(tab, bob.member.email)
    await passing(network, async () => (await rowsOf(tab)).every(({ asks }) => asks === 'old'))
    for (const { id } of await rowsOf(tab)) await tab.runtime.memberOutbox()?.sendAnyway(id)
    await sent(network, tab)
    expect(await inquiriesOf(bob.member.memberId)).toEqual(bobs.toSorted())
  },
)
