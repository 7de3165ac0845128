import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attractionHistory, oneTimeCode } from '#contract/calls/admission.ts'
import { changePassword } from '#contract/calls/profile.ts'
import { endOthers } from '#contract/calls/session.ts'
import { DAY_MS, SECOND_MS } from '#contract/time.ts'
import { oneTimeCode as table } from '#server/db/schema/pass.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD, signUpMember } from '../harness/factories.ts'
import { openGates, VENUE, type EnrolledGate, type Gates } from './gates.ts'

const MINUTE = 60 * SECOND_MS

describe.each(drawnEngines())('one-time codes, on %s', (engine) => {
  let gates: Gates
  let door: EnrolledGate
  let otherDoor: EnrolledGate
  beforeAll(async () => {
    gates = await openGates(engine)
    door = await gates.gate(gates.inGroup('A')[0] ?? '')
    otherDoor = await gates.gate(gates.inGroup('B')[0] ?? '')
  })
  afterAll(() => gates.close())

  const ask = (token: string | undefined, passUid: string) =>
    gates.call(oneTimeCode, { body: { passUid, password: PASSWORD }, ...(token !== undefined && { token }) })

  test('are refused to guests, for a pass of another member as for an unknown one, and for a pass that no phone may show', async () => {
    const { passUid, token, set } = await gates.traveller()
    expect((await ask(undefined, passUid)).status.code).toBe('E_TOKEN')
    expect((await gates.call(oneTimeCode, { token, body: {} as never })).http).toBe(422)
    const stranger = await signUpMember(gates)
    const foreign = await ask(stranger.accessToken, passUid)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    expect((await ask(stranger.accessToken, randomUUID())).status).toEqual(foreign.status)
    // Each row sets one fact and undoes that of the row before.
    for (const facts of [
      { voided: 'refund' as const },
      { voided: null, giftUid: randomUUID() },
      { giftUid: null, refundUid: randomUUID() },
      { refundUid: null, activatedAt: gates.time.now - DAY_MS },
      { activatedAt: null, medium: 'card' as const },
    ]) {
      await set(facts)
      expect((await ask(token, passUid)).status.code).toBe('E_PASS_NOT_LIVE')
    }
  })

  test('a code opens once, shows the holder’s name, and is not stored in plain text', async () => {
    const { passUid, token, pass } = await gates.traveller()
    const { data } = await ask(token, passUid)
    expect(data).toMatchObject({ expiresAt: gates.time.now + 10 * MINUTE })
    expect(data?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/)
    const rows = JSON.stringify(await gates.deps.db.select().from(table))
    expect(rows).not.toContain(data?.code.replaceAll('-', ''))

    const entryUid = randomUUID()
    const first = await door.scan(data?.text ?? '', entryUid)
    expect(first.data).toMatchObject({ verdict: 'admitted', by: 'one_time', skewMs: null, pass: { holder: 'Mei Lin' } })
    expect((await pass()).state).toBe('in_use')
    expect((await door.scan(data?.code ?? '', entryUid)).data).toEqual(first.data)
    expect((await otherDoor.scan(data?.code ?? '')).data).toMatchObject({ verdict: 'refused', reason: 'old_code' })
  })

  test('a code lasts ten minutes, is ended by the next one, and unknown codes are unreadable', async () => {
    const { passUid, token } = await gates.traveller()
    const lateCode = (await ask(token, passUid)).data?.code ?? ''
    gates.advance(10 * MINUTE)
    expect((await door.scan(lateCode)).data?.reason).toBe('old_code')
    const first = (await ask(token, passUid)).data?.code ?? ''
    const second = (await ask(token, passUid)).data?.code ?? ''
    gates.advance(10 * MINUTE - 1)
    expect((await door.scan(first)).data?.reason).toBe('old_code')
    expect((await door.scan('0000-0000-00')).data?.reason).toBe('unreadable')
    expect((await door.scan(` ${second.toLowerCase()} `)).data?.verdict).toBe('admitted')
  })

  test('a code belongs to the member who requested it, and a refused scan does not use it up', async () => {
    const { passUid, token, set } = await gates.traveller()
    const code = (await ask(token, passUid)).data?.code ?? ''
    await set({ giftUid: randomUUID() })
    expect((await door.scan(code)).data?.reason).toBe('gift_pending')
    const next = await signUpMember(gates)
    await set({ giftUid: null, memberId: next.memberId })
    expect((await door.scan(code)).data?.reason).toBe('revoked')
  })

  test('a new password and signing out everywhere end the codes', async () => {
    const [mei, tom] = [await gates.traveller(), await gates.traveller()]
    const [first, second] = [await ask(mei.token, mei.passUid), await ask(tom.token, tom.passUid)]
    const body = { currentPassword: PASSWORD, password: 'Gwangan-bridge-2027!' }
    expect((await gates.call(changePassword, { token: mei.token, body })).status.code).toBe('200')
    expect((await door.scan(first.data?.code ?? '')).data).toMatchObject({ verdict: 'refused', reason: 'old_code' })
    // Codes of other members stay valid.
    expect((await door.scan(second.data?.code ?? '')).data).toMatchObject({ verdict: 'admitted' })
    const third = await ask(tom.token, tom.passUid)
    expect((await gates.call(endOthers, { token: tom.token })).status.code).toBe('200')
    expect((await otherDoor.scan(third.data?.code ?? '')).data).toMatchObject({
      verdict: 'refused',
      reason: 'old_code',
    })
  })

  test('a member gets ten codes a day', async () => {
    const { passUid, token } = await gates.traveller()
    for (let count = 0; count < 10; count += 1) expect((await ask(token, passUid)).status.code).toBe('200')
    expect((await ask(token, passUid)).status.code).toBe('E_ONE_TIME_LIMIT')
  })
})

describe.each(drawnEngines())('the history of uses, on %s', (engine) => {
  let gates: Gates
  beforeAll(async () => {
    gates = await openGates(engine)
  })
  afterAll(() => gates.close())

  const history = (token: string | undefined, query: Record<string, string> = {}) =>
    gates.call(attractionHistory, { query, ...(token !== undefined && { token }) })

  test('refuses guests and invalid pages, and answers the same for another’s pass as for an unknown one', async () => {
    const { passUid, token } = await gates.traveller()
    expect((await history(undefined)).status.code).toBe('E_TOKEN')
    expect((await history(token, { qrcode: 'x' })).status.code).toBe('E_NOT_FOUND')
    for (const query of [{ pageNum: '0' }, { pageSize: '51' }, { qrcode: 'x'.repeat(321) }, { passUid }])
      expect((await history(token, query as never)).http).toBe(422)
    const stranger = await signUpMember(gates)
    const foreign = await history(stranger.accessToken, { qrcode: passUid })
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    expect((await history(stranger.accessToken, { qrcode: randomUUID() })).status).toEqual(foreign.status)
    expect((await history(stranger.accessToken)).data).toEqual({ list: [], pageNum: 1, pageSize: 10, total: 0 })
  })

  test('lists entries and discounts, newest first, page by page, in the language of the call, without undone ones', async () => {
    const [attraction = ''] = gates.inGroup('A')
    const [second = ''] = gates.inGroup('B')
    const [door, doorB, venue] = [await gates.gate(attraction), await gates.gate(second), await gates.gate(VENUE)]
    const { passUid, token, memberId, code } = await gates.traveller()
    const spare = await gates.issue(memberId, '48H')
    await door.scan(await code())
    gates.advance(MINUTE)
    await venue.scan(await code())
    gates.advance(MINUTE)
    const undone = randomUUID()
    await doorB.scan(await code(), undone)
    expect((await history(token)).data?.total).toBe(3)
    await doorB.undo(undone)

    const all = (await gates.call(attractionHistory, { token, query: { qrcode: passUid }, locale: 'ko' })).data
    expect(all?.list).toMatchObject([
      { kind: 'discount', gdsUid: VENUE, name: '해운대 소문난암소갈비집', group: null, at: gates.time.now - MINUTE },
      { kind: 'entry', gdsUid: attraction, group: 'A', at: gates.time.now - 2 * MINUTE, passType: '24H', passUid },
    ])
    expect(all?.list[1]?.name).toMatch(/[가-힣]/)
    expect((await history(token, { pageNum: '2', pageSize: '1' })).data).toMatchObject({
      list: [{ kind: 'entry' }],
      pageNum: 2,
      pageSize: 1,
      total: 2,
    })
    expect((await history(token, { qrcode: spare })).data?.total).toBe(0)
    // The text of any of its codes also names the pass.
    const text = await code()
    expect((await history(token, { qrcode: text })).data).toEqual((await history(token, { qrcode: passUid })).data)
    const stranger = await signUpMember(gates)
    expect((await history(stranger.accessToken, { qrcode: text })).status.code).toBe('E_NOT_FOUND')
  })
})
