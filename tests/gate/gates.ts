import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { list as attractionList } from '#contract/calls/attraction.ts'
import type { JournalEntry } from '#contract/calls/gate.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import type { Group, PassType } from '#contract/codes.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { validUntil } from '#contract/rules/passWindow.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { admission, pass as passTable } from '#server/db/schema/pass.ts'
import { citySeed, forgetVersion, seedCity } from '#server/modules/catalogue/service.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { openApp, type Engine } from '../harness/app.ts'
import { signIn, signUpMember } from '../harness/factories.ts'
import { makePhone, type Phone } from '../passes/phone.ts'
import { windowHoursOf } from '../passes/windowHours.ts'

export const VENUE = 'v-haeundae-somunnan-amso-galbi'
export const OTHER_VENUE = 'v-original-halmae-beef-gukbap'
export const DESK = 'gimhae-airport-intl'

/** Opens the application with helpers for gates, on a clock that only the test advances. */
export const openGates = async (
  engine: Engine,
  start = Date.UTC(2026, 10, 21, 3),
  env: Record<string, string> = {},
) => {
  const time = { now: start }
  const app = await openApp({ engine, clock: () => time.now, env })
  const places = (await app.call(attractionList, { query: { pageSize: '50' } })).data?.list ?? []
  const inGroup = (group: Group | null): string[] =>
    places
      .flatMap((place) => ('passGroup' in place && place.passGroup === group ? [place] : []))
      .map(({ gdsUid }) => gdsUid)

  const seed = structuredClone(citySeed())
  /** Installs the next release of the catalogue, with these places in these groups; null is outside both. */
  const regroup = async (groups: Record<string, Group | null>): Promise<void> => {
    seed.records.version = randomUUID()
    for (const doc of seed.records.attractions) {
      const group = groups[doc.id]
      if (group !== undefined) doc.pass = { ...doc.pass, included: group !== null, group }
    }
    await app.connected.withDedicatedConnection((db) => seedCity(db, time.now, seed))
    forgetVersion(app.deps.db)
  }

  /** Enrols a gate as staff do, with an enrolment code. */
  const gate = async (placeUid: string) => {
    const { code } = await makeEnrolmentCode(app.deps, placeUid)
    // Another neighbourhood each time, because enrolment is throttled.
    const ip = `198.${18 + Math.floor(Math.random() * 2)}.${Math.floor(Math.random() * 256)}.7`
    const { data, status } = await app.call(gateCalls.enrol, { body: { code, label: 'Door 1' }, ip })
    if (!data) throw new Error(`not enrolled: ${status.code}`)
    const token = data.credential
    return {
      ...data,
      token,
      scan: async (code: string, entryUid: string = randomUUID()) =>
        app.call(gateCalls.admit, { token, body: { entryUid, code } }),
      undo: (entryUid: string, reason: (typeof gateCalls.UNDO_REASONS)[number] = 'did_not_enter') =>
        app.call(gateCalls.undo, { token, body: { entryUid, reason } }),
      upload: (entries: gateCalls.JournalEntry[], moreYn: 'Y' | 'N' = 'N') =>
        app.call(gateCalls.journal, { token, body: { entries, moreYn } }),
      rules: async () => (await app.call(gateCalls.rules, { token })).data,
    }
  }

  /** Inserts a paid pass, as an order would have issued it. */
  const issue = async (memberId: string, passType: PassType = '24H'): Promise<string> => {
    const passUid = uuidv7()
    await app.deps.db.insert(passTable).values({
      passUid,
      ordUid: uuidv7(),
      unit: 0,
      orderNumber: 'HP-261121-TEST',
      memberId,
      gdsUid: `pass-${passType.toLowerCase()}-mobile`,
      passType,
      medium: 'mobile',
      holder: 'Mei Lin',
      windowHours: windowHoursOf(passType),
      purchasedAt: time.now,
      validUntil: validUntil(time.now),
    })
    return passUid
  }

  const passOf = async (token: string, passUid: string) => {
    const { data } = await app.call(myPassList, { token })
    const listedPass = data?.list.find((pass) => pass.passUid === passUid)
    if (!listedPass) throw new Error('no such pass')
    return listedPass
  }

  /** Returns the code that the phone shows now, or at another time. */
  const draw = async (phone: Phone, certificate: string | null, at = time.now): Promise<string> =>
    presentCode(fromBase64url(certificate ?? '') ?? new Uint8Array(), at, phone.sign)

  /** Signs up a member with a pass that is bound to a phone. */
  const traveller = async (passType: PassType = '24H') => {
    const member = await signUpMember(app)
    const passUid = await issue(member.memberId, passType)
    const phone = await makePhone(app)
    const token = member.accessToken
    const binding = await phone.show(token, { passUid })
    const certificate = binding.data?.list.find((pass) => pass.passUid === passUid)?.certificate ?? null
    if (certificate === null) throw new Error(`no certificate: ${binding.status.code}`)
    return {
      ...member,
      token,
      passUid,
      phone,
      certificate,
      /**
       * The pass in the member's list. Signs in each time, because access tokens expire while tests advance the clock.
       */
      pass: async () => passOf((await signIn(app, member)).accessToken, passUid),
      code: (at?: number) => draw(phone, certificate, at),
      /** Changes columns of the pass's row. */
      set: (facts: Partial<typeof passTable.$inferInsert>) =>
        app.deps.db.update(passTable).set(facts).where(eq(passTable.passUid, passUid)),
    }
  }

  return {
    ...app,
    time,
    advance: (ms: number) => {
      time.now += ms
    },
    inGroup,
    regroup,
    gate,
    issue,
    draw,
    traveller,
  }
}
export type Gates = Awaited<ReturnType<typeof openGates>>
export type EnrolledGate = Awaited<ReturnType<Gates['gate']>>
export type Traveller = Awaited<ReturnType<Gates['traveller']>>

/** Helpers for tests of journals; `gates()` is called when a helper is used. */
export const journals = (gates: () => Gates) => {
  let seqs = 0
  return {
    entry: (code: string, overrides: Partial<JournalEntry> = {}): JournalEntry => ({
      entryUid: randomUUID(),
      seq: (seqs += 1),
      at: gates().time.now,
      code,
      ...overrides,
    }),
    doorAt: (placeUid: string | undefined) => gates().gate(placeUid ?? ''),
    /** Uploads entries; returns the reason or outcome of each. */
    upload: async (door: EnrolledGate, entries: JournalEntry[], moreYn: 'Y' | 'N' = 'N') =>
      (await door.upload(entries, moreYn)).data?.results.map(({ outcome, reason }) => reason ?? outcome),
    /** Entries of this gate that were kept for the desk, in the order of its journal. */
    conflicts: async (door: EnrolledGate) =>
      (await gates().deps.db.select().from(gateConflict).where(eq(gateConflict.gateUid, door.gateUid))).toSorted(
        (x, y) => x.entry.seq - y.entry.seq,
      ),
    entered: (passUid: string) =>
      gates().deps.db.select().from(admission).where(eq(admission.passUid, passUid)).orderBy(admission.at),
  }
}
