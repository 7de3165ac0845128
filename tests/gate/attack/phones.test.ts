import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as giftCalls from '#contract/calls/gift.ts'
import { changePassword } from '#contract/calls/profile.ts'
import { endOthers } from '#contract/calls/session.ts'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { admission, pass as passTable } from '#server/db/schema/pass.ts'
import { drawnEngines } from '../../harness/engines.ts'
import { signUpMember } from '../../harness/factories.ts'
import { passLock } from '../../harness/race.ts'
import { makePhone, type Phone } from '../../passes/phone.ts'
import { openGates, type EnrolledGate, type Gates, type Traveller } from '../gates.ts'
import { raceGates } from '../raceKit.ts'

/** Phones that must not show a pass any more, or never could. */

const MINUTE = 60 * SECOND_MS

/** The certificate of a pass in a member’s list. */
const certificateOf = (
  list: { passUid: string; certificate: string | null }[] | undefined,
  passUid: string,
): string | null => list?.find((pass) => pass.passUid === passUid)?.certificate ?? null

describe.each(drawnEngines())('a phone without a right to the pass, on %s', (engine) => {
  let gates: Gates
  let a: string[] = []
  let b: string[] = []
  let online: EnrolledGate
  beforeAll(async () => {
    gates = await openGates(engine)
    a = gates.inGroup('A')
    b = gates.inGroup('B')
    online = await gates.gate(b[0] ?? '')
  })
  afterAll(() => gates.close())

  const entered = (passUid: string) =>
    gates.deps.db.select().from(admission).where(eq(admission.passUid, passUid)).orderBy(admission.at)
  const conflictsOf = async (door: EnrolledGate) =>
    (await gates.deps.db.select().from(gateConflict).where(eq(gateConflict.gateUid, door.gateUid))).map(
      ({ entry, reason, passUid }) => [entry.code, reason, passUid],
    )
  let seqs = 0
  /** Uploads one entry of a gate that was offline, and returns what became of it. */
  const uploaded = async (door: EnrolledGate, code: string, at = gates.time.now) => {
    seqs += 1
    const { data } = await door.upload([{ entryUid: randomUUID(), seq: seqs, at, code }])
    return data?.results[0]?.reason ?? data?.results[0]?.outcome
  }
  const reasonAt = async (door: EnrolledGate, code: string) => {
    const { data } = await door.scan(code)
    return data?.reason ?? data?.verdict
  }

  test('after signing out everywhere a code is refused online and kept for the desk from a journal, and the pass enters once on its new phone', async () => {
    const [door, twin] = [await gates.gate(a[0] ?? ''), await gates.gate(a[0] ?? '')]
    const { token, code, passUid, password, pass } = await gates.traveller()
    gates.advance(MINUTE)
    expect((await gates.call(endOthers, { token })).status.code).toBe('200')
    expect(await pass()).toMatchObject({ certificate: null, epoch: 2 })
    expect(await reasonAt(online, await code())).toBe('revoked')
    const shownCode = await code()
    expect(await uploaded(door, shownCode)).toBe('revoked')
    expect(await conflictsOf(door)).toEqual([[shownCode, 'revoked', passUid]])
    expect(await pass()).toMatchObject({ state: 'unused' })
    const fresh = await makePhone(gates)
    const { data } = await fresh.show(token, { passUid, password })
    expect(await uploaded(twin, await gates.draw(fresh, certificateOf(data?.list, passUid)))).toBe('entered')
    expect(await entered(passUid)).toMatchObject([{ mark: null }])
  })

  test('after a gift the giver’s code is refused online and kept for the desk from a journal, and the recipient loses nothing', async () => {
    const [door, twin] = [await gates.gate(a[0] ?? ''), await gates.gate(a[0] ?? '')]
    const { token, password, code, passUid } = await gates.traveller('Big3')
    const friend = await signUpMember(gates)
    const sent = await gates.call(giftCalls.giftInsert, { token, body: { passUid, id: friend.email, password } })
    const giftUid = sent.data?.giftUid ?? ''
    const taken = await gates.call(giftCalls.giftReceive, { token: friend.accessToken, body: { giftUid } })
    expect(taken.status.code).toBe('200')
    gates.advance(MINUTE)
    // The giver's phone still has its key and its certificate, and was offline since.
    const giverCode = await code()
    expect(await reasonAt(online, giverCode)).toBe('revoked')
    const phone = await makePhone(gates)
    const { data } = await phone.show(friend.accessToken, { passUid })
    const certificate = certificateOf(data?.list, passUid)
    // At offline gates both enter, the giver first.
    expect(await uploaded(door, giverCode)).toBe('revoked')
    expect(await uploaded(twin, await gates.draw(phone, certificate))).toBe('entered')
    gates.advance(15 * SECOND_MS)
    expect(await uploaded(door, await code())).toBe('revoked')
    expect(await conflictsOf(door)).toHaveLength(2)
    expect(await entered(passUid)).toMatchObject([{ mark: null }])
    expect((await gates.deps.db.select().from(passTable).where(eq(passTable.passUid, passUid)))[0]).toMatchObject({
      memberId: friend.memberId,
      epoch: 3,
    })
    expect((await online.scan(await gates.draw(phone, certificate))).data).toMatchObject({
      verdict: 'admitted',
      pass: { allowance: { A: { used: 1 }, B: { used: 1 } } },
    })
  })

  test('a key registered with a stolen token gets no pass that another phone shows, even after it signs that phone out', async () => {
    const traveller = await gates.traveller()
    const { token, passUid, certificate, code, password, pass } = traveller
    const thief = await makePhone(gates)
    // Registration succeeds, because a member may have several phones, but binds no pass.
    const registered = await thief.show(token)
    expect(registered.status.code).toBe('200')
    expect((await thief.show(token, { passUid })).status.code).toBe('E_PASS_ELSEWHERE')
    expect((await thief.show(token, { passUid, password: 'Wrong-2026!' })).status.code).toBe('E_PASSWORD_MISMATCH')
    const stranger = await signUpMember(gates)
    expect((await thief.show(stranger.accessToken, { passUid })).status.code).toBe('E_NOT_FOUND')
    expect(certificateOf(registered.data?.list, passUid)).toBe(certificate)
    expect(await reasonAt(online, await gates.draw(thief, certificate))).toBe('unreadable')

    const keep = registered.data?.deviceUid
    expect((await gates.call(endOthers, { token, body: keep ? { deviceUid: keep } : {} })).status.code).toBe('200')
    expect(await reasonAt(online, await code())).toBe('revoked')
    const tried = await thief.show(token, { passUid })
    expect(tried.status.code).toBe('E_PASS_ELSEWHERE')
    expect((await pass()).certificate).toBeNull()
    expect(await entered(passUid)).toEqual([])
    // The member gets the pass back with the password.
    const { data } = await traveller.phone.show(token, { passUid, password })
    gates.advance(15 * SECOND_MS)
    const laterCode = await gates.draw(traveller.phone, certificateOf(data?.list, passUid))
    expect(await reasonAt(online, laterCode)).toBe('admitted')
  })

  test('a pass that was bound first with a stolen token is revoked by a new password', async () => {
    const member = await signUpMember(gates)
    const { accessToken: token, password } = member
    const passUid = await gates.issue(member.memberId)
    const thief = await makePhone(gates)
    const stolen = certificateOf((await thief.show(token, { passUid })).data?.list, passUid)
    expect(stolen).not.toBeNull()
    const next = 'Gwangalli-2026!'
    const changed = await gates.call(changePassword, { token, body: { currentPassword: password, password: next } })
    expect(changed.status.code).toBe('200')
    const door = await gates.gate(a[0] ?? '')
    const thiefCode = await gates.draw(thief, stolen)
    expect(await reasonAt(online, thiefCode)).toBe('revoked')
    expect(await uploaded(door, thiefCode)).toBe('revoked')
    expect((await thief.show(token, { passUid })).status.code).toBe('E_PASS_ELSEWHERE')
    const own = await makePhone(gates)
    const { data } = await own.show(token, { passUid, password: next })
    expect(await reasonAt(online, await gates.draw(own, certificateOf(data?.list, passUid)))).toBe('admitted')
    expect(await entered(passUid)).toHaveLength(1)
  })

  describe.each(['the old phone’s gate', 'the new phone’s gate'] as const)(
    'a pass that moved between two phones, %s uploads first',
    (first) => {
      /** The old phone enters before or after the move, and the new one after it, both at offline gates. */
      const both = async (oldAfter: boolean) => {
        const [doorOld, doorNew] = [await gates.gate(a[0] ?? ''), await gates.gate(a[0] ?? '')]
        const { token, code, passUid, password, pass } = await gates.traveller()
        const early = { code: await code(), at: gates.time.now }
        gates.advance(10 * MINUTE)
        const fresh = await makePhone(gates)
        const { data } = await fresh.show(token, { passUid, password })
        gates.advance(10 * MINUTE)
        const old = oldAfter ? { code: await code(), at: gates.time.now } : early
        const young = { code: await gates.draw(fresh, certificateOf(data?.list, passUid)), at: gates.time.now }
        gates.advance(HOUR_MS)
        const tell = {
          old: () => uploaded(doorOld, old.code, old.at),
          young: () => uploaded(doorNew, young.code, young.at),
        }
        const order = first === 'the old phone’s gate' ? (['old', 'young'] as const) : (['young', 'old'] as const)
        const verdicts: Record<string, string | undefined> = {}
        for (const who of order) verdicts[who] = await tell[who]()
        const rows = await entered(passUid)
        return { verdicts, rows, conflicts: await conflictsOf(doorOld), shown: old.code, pass: await pass() }
      }

      test('an entry of the old phone after the move is kept for the desk', async () => {
        const { verdicts, rows, conflicts, shown: oldCode, pass } = await both(true)
        expect(verdicts).toEqual({ old: 'revoked', young: 'entered' })
        expect(rows).toMatchObject([{ mark: null }])
        expect(conflicts).toEqual([[oldCode, 'revoked', pass.passUid]])
        expect(pass.admissions).toHaveLength(1)
      })

      test('an entry of the old phone before the move stays beside the new one, and one of them counts', async () => {
        const { verdicts, rows, conflicts, pass } = await both(false)
        const secondPhone = first === 'the old phone’s gate' ? 'young' : 'old'
        expect(verdicts).toEqual({ old: 'entered', young: 'entered', [secondPhone]: 'used_here' })
        expect(rows.map(({ mark }) => mark).toSorted()).toEqual([null, 'used_here'].toSorted())
        expect(conflicts).toEqual([])
        expect(pass.admissions).toHaveLength(1)
      })
    },
  )
})

describe('many phones binding one pass at once, on postgres', () => {
  const PHONES = 12
  const { race, gates, url } = raceGates()

  /**
   * Binds a pass, which no phone has shown yet, to all phones at once; returns how many were bound and how many open a
   * gate.
   */
  const claim = async () => {
    const member = await signUpMember(gates())
    const { accessToken: token, memberId } = member
    const passUid = await gates().issue(memberId)
    const phones: Phone[] = []
    for (let nth = 0; nth < PHONES; nth += 1) {
      const phone = await makePhone(gates())
      await phone.show(token)
      phones.push(phone)
    }
    const answers = await race.runTogether(
      url(),
      passLock(passUid),
      phones.map((phone) => () => phone.show(token, { passUid })),
    )
    const [row] = await gates().deps.db.select().from(passTable).where(eq(passTable.passUid, passUid))
    const door = await gates().gate(gates().inGroup('A')[0] ?? '')
    const opened: Traveller['passUid'][] = []
    for (const [nth, phone] of phones.entries()) {
      const certificate = certificateOf(answers[nth]?.data?.list, passUid)
      if (certificate === null) continue
      const { data } = await door.scan(await gates().draw(phone, certificate, gates().time.now + nth))
      if (data?.verdict === 'admitted') opened.push(passUid)
    }
    return {
      bound: answers.filter(({ status }) => status.code === '200').length,
      elsewhere: answers.filter(({ status }) => status.code === 'E_PASS_ELSEWHERE').length,
      epoch: row?.epoch,
      opened: opened.length,
    }
  }

  test('one phone is bound, and opens one gate', async () => {
    expect(await claim()).toEqual({ bound: 1, elsewhere: PHONES - 1, epoch: 1, opened: 1 })
  })
  test('twin: without row locks several phones are bound', async () => {
    race.without(/ for update$/, '')
    const { bound, epoch } = await claim()
    expect(bound).toBeGreaterThan(1)
    expect(epoch).toBe(bound)
  })
})
