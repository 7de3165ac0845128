import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giftCancel, giftInsert, giftReceive } from '#contract/calls/gift.ts'
import { myPassList, passName } from '#contract/calls/mypage.ts'
import { myPass } from '#contract/calls/stickyArea.ts'
import { sync } from '#contract/calls/sync.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember } from '../harness/factories.ts'
import { openGates } from '../gate/gates.ts'

const PLACE = 'busan-tower'

describe.each(drawnEngines())('the name of a pass on %s', (engine) => {
  let app: Awaited<ReturnType<typeof openGates>>
  beforeAll(async () => {
    app = await openGates(engine)
  })
  afterAll(() => app.close())

  const call = (token: string, passUid: string, name: string | null, key?: string) =>
    app.call(passName, { token, body: { passUid, name }, ...(key !== undefined && { key }) })

  test("is refused without a token, for another member's pass, and for an invalid name", async () => {
    const mei = await app.traveller()
    const { passUid } = mei
    const eve = await signUpMember(app)
    expect(await app.call(passName, { body: { passUid, name: 'Mei' } })).toMatchObject({
      http: 400,
      status: { code: 'E_TOKEN' },
    })
    const foreign = await call(eve.accessToken, passUid, 'Mine')
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    expect(foreign.status).toEqual((await call(eve.accessToken, randomUUID(), 'Mine')).status)
    for (const name of ['', '   ', '\u200b', 'a'.repeat(21), 'Mei\nDad', '\u202eMei'])
      expect((await call(mei.token, passUid, name)).status.code).toBe('E_PASS_NAME')
    expect((await call(mei.token, passUid, 'a'.repeat(241))).http).toBe(422)
    expect((await call(mei.token, 'no-pass', 'Mei')).http).toBe(422)
    expect((await mei.pass()).name).toBeNull()
  })

  test('is stored trimmed and normalised, set once for one key, and can be removed', async () => {
    const mei = await app.traveller()
    const otherPassUid = await app.issue(mei.memberId)
    const before = (await app.call(sync, { token: mei.token })).data?.cursor
    const key = randomUUID()
    const answer = await call(mei.token, mei.passUid, '  Zoe\u0308 ', key)
    expect(answer.data).toEqual({ passUid: mei.passUid, name: 'Zoë' })
    await call(mei.token, mei.passUid, '祖母')
    // The answer was lost: the same key has no second effect.
    expect((await call(mei.token, mei.passUid, '  Zoe\u0308 ', key)).data).toEqual(answer.data)
    expect((await mei.pass()).name).toBe('祖母')
    expect((await call(mei.token, mei.passUid, 'Else', key)).status.code).toBe('E_KEY_REUSED')
    // Other phones of the member see the change.
    const changed = await app.call(sync, { token: mei.token, query: { cursor: before } })
    expect(changed.data?.changed).toContain('passes')
    expect(
      (await app.call(passName, { token: mei.token, body: { passUid: otherPassUid, name: 'Dad' } })).data?.name,
    ).toBe('Dad')
    expect((await call(mei.token, mei.passUid, null)).data).toEqual({ passUid: mei.passUid, name: null })
    expect((await mei.pass()).name).toBeNull()
  })

  test('is not sent to gates', async () => {
    const mei = await app.traveller()
    await call(mei.token, mei.passUid, 'Little Mei')
    const door = await app.gate(PLACE)
    const scanned = await door.scan(await mei.code())
    expect(scanned.data?.verdict).toBe('admitted')
    expect(JSON.stringify(scanned)).not.toContain('Little Mei')
  })

  test('is cleared when a gift is accepted, after which the giver cannot set it, and kept when it is cancelled', async () => {
    const mei = await app.traveller()
    const jun = await signUpMember(app)
    await call(mei.token, mei.passUid, 'Dad')
    const give = async () => {
      const { data } = await app.call(giftInsert, {
        token: mei.token,
        body: { passUid: mei.passUid, id: jun.email, password: mei.password },
      })
      return data?.giftUid ?? ''
    }
    await app.call(giftCancel, { token: mei.token, body: { giftUid: await give() } })
    expect((await mei.pass()).name).toBe('Dad')
    const giftUid = await give()
    expect((await call(mei.token, mei.passUid, 'Papa')).data?.name).toBe('Papa')
    const accepted = await app.call(giftReceive, { token: jun.accessToken, body: { giftUid } })
    expect(JSON.stringify(accepted.data)).not.toContain('Papa')
    expect((await app.call(myPassList, { token: jun.accessToken })).data?.list).toMatchObject([{ name: null }])
    expect((await call(mei.token, mei.passUid, 'Dad')).status.code).toBe('E_NOT_FOUND')
    expect((await call(jun.accessToken, mei.passUid, 'Jun')).data?.name).toBe('Jun')
  })

  test('a pass in a pending gift is refused at a gate and left out of myPass', async () => {
    const mei = await app.traveller()
    const jun = await signUpMember(app)
    const first = async () => (await app.call(myPass, { token: mei.token })).data
    expect(await first()).toMatchObject({ total: 1, pass: { passUid: mei.passUid } })
    const { data } = await app.call(giftInsert, {
      token: mei.token,
      body: { passUid: mei.passUid, id: jun.email, password: mei.password },
    })
    const door = await app.gate(PLACE)
    expect((await door.scan(await mei.code())).data).toMatchObject({ verdict: 'refused', reason: 'gift_pending' })
    expect(await first()).toMatchObject({ total: 0, pass: null })
    await app.call(giftCancel, { token: mei.token, body: { giftUid: data?.giftUid ?? '' } })
    expect(await first()).toMatchObject({ total: 1, pass: { passUid: mei.passUid } })
    expect((await door.scan(await mei.code())).data?.verdict).toBe('admitted')
  })
})
