import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as profile from '#contract/calls/profile.ts'
import { HOUR_MS } from '#contract/time.ts'
import { member } from '#server/db/schema/member.ts'
import { pass } from '#server/db/schema/pass.ts'
import { drawnEngines } from '../harness/engines.ts'
import { passLock } from '../harness/race.ts'
import { openGates, type Gates, type Traveller } from './gates.ts'
import { raceGates } from './raceKit.ts'

const NEW = { engSurname: 'LIN', engNm: 'MEI-LING' }
const holderOf = async ({ deps }: Gates, { passUid }: Traveller) =>
  (await deps.db.select().from(pass).where(eq(pass.passUid, passUid)))[0]?.holder
const rename = (gates: Gates, { token }: Traveller) => gates.call(profile.update, { token, body: NEW })

describe.each(drawnEngines())('the name on a pass, on %s', (engine) => {
  let gates: Gates
  beforeAll(async () => {
    gates = await openGates(engine)
  })
  afterAll(() => gates.close())

  test('a name cannot be changed while a used pass is valid, and the request changes nothing else', async () => {
    const traveller = await gates.traveller()
    const before = await holderOf(gates, traveller)
    for (const facts of [
      { activatedAt: gates.time.now - 1_000 },
      { activatedAt: null, discountUsedAt: gates.time.now },
    ]) {
      await traveller.set(facts)
      const body = { ...NEW, ntnCd: 'TW' }
      expect((await gates.call(profile.update, { token: traveller.token, body })).status.code).toBe('E_NAME_IN_USE')
      expect(await holderOf(gates, traveller)).toBe(before)
      const { data } = await gates.call(profile.readMyInfo, { token: traveller.token })
      expect(data).toMatchObject({ engNm: 'Mei', engSurname: 'Lin', ntnCd: null })
    }
    // Sending the same name is no change.
    const same = { engSurname: 'Lin', engNm: 'Mei' }
    expect((await gates.call(profile.update, { token: traveller.token, body: same })).status.code).toBe('200')
  })

  test('a new name is written to unused passes, and an expired pass keeps the name under which it was used', async () => {
    const traveller = await gates.traveller()
    const over = await gates.issue(traveller.memberId, '24H')
    const longAgo = gates.time.now - 48 * HOUR_MS
    await gates.deps.db.update(pass).set({ activatedAt: longAgo }).where(eq(pass.passUid, over))
    const before = (await gates.deps.db.select().from(pass).where(eq(pass.passUid, over)))[0]?.holder
    expect((await rename(gates, traveller)).data).toMatchObject(NEW)
    expect(await holderOf(gates, traveller)).toBe('MEI-LING LIN')
    expect((await gates.deps.db.select().from(pass).where(eq(pass.passUid, over)))[0]?.holder).toBe(before)
    expect((await traveller.pass())?.holder).toBe('MEI-LING LIN')
  })
})

describe('a change of name beside a first entry, on postgres', () => {
  const { race, gates, url } = raceGates()

  /** Both queue for the pass's row, the gate before the change of name, until it is released. */
  const both = async (traveller: Traveller) => {
    const door = await gates().gate(gates().inGroup('A')[0] ?? '')
    const code = await traveller.code()
    const [entry, name] = await race.runTogether<unknown>(url(), passLock(traveller.passUid), [
      async () => (await door.scan(code)).data?.verdict,
      async () => {
        await race.waitForLocks(url(), 1)
        return (await rename(gates(), traveller)).status.code
      },
    ])
    const [row] = await gates().deps.db.select().from(member).where(eq(member.id, traveller.memberId))
    return { entry, name, holder: await holderOf(gates(), traveller), surname: row?.engSurname }
  }

  test('when the entry comes first, the change is refused and member and pass keep one name', async () => {
    expect(await both(await gates().traveller())).toEqual({
      entry: 'admitted',
      name: 'E_NAME_IN_USE',
      holder: 'Mei Lin',
      surname: 'Lin',
    })
  })
  test('twin: when the change of name does not lock the member’s passes, the member’s name differs from that on the pass in use', async () => {
    const cut = race.without(/ order by "pass"\."pass_uid" asc for update$/, '')
    const outcome = await both(await gates().traveller())
    expect(cut.count).toBeGreaterThan(0)
    expect(outcome).toMatchObject({ entry: 'admitted', name: '200', surname: 'LIN' })
    expect(outcome.holder).not.toBe('MEI-LING LIN')
  })
})
