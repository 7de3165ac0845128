import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { updateToken } from '#contract/calls/account.ts'
import { addToWallet, oneTimeCode } from '#contract/calls/admission.ts'
import { passInsert } from '#contract/calls/card.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { CERTIFICATE_DAYS } from '#contract/limits.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { card } from '#server/db/schema/card.ts'
import { goodsCode } from '#server/db/schema/goodsCode.ts'
import { inquiry as inquiries } from '#server/db/schema/inquiry.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { prepareDatabase } from '#server/main.ts'
import { loadCards } from '#server/modules/card/load.ts'
import { isVoucherProof, readVoucher, sampleNumber, sampleQr, voucherOf } from '#server/modules/card/numbers.ts'
import { findCard, gateCards } from '#server/modules/card/service.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { openCode, sealCode } from '#server/modules/goodsCode/seal.ts'
import { reseal } from '#server/modules/key/reseal.ts'
import { keyLoop } from '#server/modules/key/service.ts'
import { createPush } from '#server/outside/push/webPush.ts'
import { drawnEngines } from '../harness/engines.ts'
import { cardOf } from '../harness/cards.ts'
import { PASSWORD, signIn, signUpMember } from '../harness/factories.ts'
import { appleSettings, googleSettings, unzip } from '../harness/wallets.ts'
import { type EnrolledGate, type Gates, openGates } from './gates.ts'
import { command, headerOf, judgeOffline, keyIdOf } from './keyCommands.ts'

/** The root secret is rotated and revoked by a command while phones and gates are offline (decision 0347). */

const START = Date.UTC(2026, 10, 21, 3)
const env = { ...appleSettings().env, ...googleSettings().env }

describe.each(drawnEngines())('a rotated root on %s', (engine) => {
  const opened: Gates[] = []
  let gates: Gates
  let door: EnrolledGate
  let first = ''
  beforeEach(async () => {
    gates = await openGates(engine, START, env)
    opened.push(gates)
    door = await gates.gate(gates.inGroup('A')[0] ?? '')
    first = gates.deps.keys.roots[0]?.id ?? ''
  })
  afterAll(() => Promise.all(opened.map((each) => each.close())))

  const run = (method: 'GET' | 'POST' | 'DELETE', id = '', token?: string) => command(gates, method, id, token)
  const followKeys = () => keyLoop.run(gates.deps, new AbortController().signal)
  /** Rotates the root, and waits until the next one signs. */
  const rotate = async (): Promise<string> => {
    const { status, body } = await run('POST', 'root')
    if (status !== 200) throw new Error(`not rotated: ${status}`)
    gates.advance(MINUTE_MS)
    await followKeys()
    return String(body.id)
  }
  const revokeFirst = () => run('DELETE', `root-${first}`)
  const rootsListed = async () => (await run('GET')).body.roots as { id: string; signs: boolean }[]
  const scan = async (code: string) => (await door.scan(code)).data?.verdict

  test('strangers, unknown names and a second rotation before the next root signs are refused', async () => {
    const { accessToken } = await signUpMember(gates)
    for (const token of ['', accessToken, door.token])
      for (const [method, id] of [
        ['POST', 'root'],
        ['DELETE', `root-${first}`],
      ] as const)
        expect((await run(method, id, token)).status).toBe(401)
    for (const id of ['root-00000000', 'root-', 'root-x']) expect((await run('DELETE', id)).status).toBe(404)
    expect(await rootsListed()).toMatchObject([{ id: `root-${first}`, signs: true }])

    const { body } = await run('POST', 'root')
    expect(body).toMatchObject({ signsAt: gates.time.now + MINUTE_MS })
    const refused = await run('POST', 'root')
    expect(refused).toMatchObject({ status: 409, body: { sentence: expect.stringContaining(String(body.id)) } })
    expect(await rootsListed()).toMatchObject([{ signs: true }, { id: body.id, signs: false }])
    gates.advance(MINUTE_MS)
    await followKeys()
    expect(await rootsListed()).toMatchObject([{ signs: false }, { signs: true }])
    // The next key of passes waits a day.
    expect((await run('POST', 'root')).status).toBe(409)
    gates.advance(DAY_MS)
    expect((await run('POST', 'root')).status).toBe(200)
  })

  test('a phone and a gate that are offline go on until the certificates end', async () => {
    const early = await gates.traveller()
    const before = await door.rules()
    await rotate()
    const later = await door.rules()
    expect(later?.keys).toHaveLength(2)
    gates.advance(DAY_MS)
    const renewed = await gates.traveller()
    expect(keyIdOf(renewed.certificate)).not.toBe(keyIdOf(early.certificate))
    expect(keyIdOf(renewed.certificate)).toBe(later?.keys[1]?.keyId)

    gates.advance((CERTIFICATE_DAYS - 2) * DAY_MS)
    expect(await judgeOffline(await early.code(), before, gates.time.now)).toMatchObject({ verdict: 'admitted' })
    for (const { code } of [early, renewed])
      expect(await judgeOffline(await code(), later, gates.time.now)).toMatchObject({ verdict: 'admitted' })
    expect(await scan(await early.code())).toBe('admitted')
    expect(await scan(await renewed.code())).toBe('admitted')
  })

  test('tokens of before stay valid and are renewed; those of after derive from the next root', async () => {
    const member = await signUpMember(gates)
    await rotate()
    const asMember = async (token: string) => (await gates.call(myPage, { token })).http
    const after = await signIn(gates, member)
    expect(headerOf(after.accessToken).kid).toBe('2')
    expect([await asMember(member.accessToken), await asMember(after.accessToken)]).toEqual([200, 200])
    const renewed = await gates.call(updateToken, { body: { refreshToken: member.refreshToken } })
    expect(headerOf(renewed.data?.accessToken ?? '').kid).toBe('2')

    expect((await revokeFirst()).status).toBe(200)
    expect([await asMember(member.accessToken), await asMember(after.accessToken)]).toEqual([400, 200])
  })

  test('cards of before are recognised by number and QR code, also after they are sealed anew and the root is revoked', async () => {
    const [number, registered] = [sampleNumber(1, 1), sampleNumber(1, 2)]
    const stored = () => gates.deps.db.select().from(card)
    const before = await stored()
    const isListed = async () => (await gateCards(gates.deps)).live.some(({ qr }) => qr === sampleQr(number))
    const expectKnown = async () => {
      const byNumber = await findCard(gates.deps, number)
      expect(byNumber).toMatchObject({ state: 'live' })
      expect(await findCard(gates.deps, sampleQr(number))).toEqual(byNumber)
      expect(await isListed()).toBe(true)
    }
    await rotate()
    await expectKnown()
    await expect(loadCards(gates.deps, 'pass-24h-card', [number])).rejects.toMatchObject({ code: 'E_CARD_TAKEN' })
    // The next start seeds no card twice.
    await prepareDatabase(gates.connected, { keys: gates.deps.keys, now: gates.time.now, production: false })
    expect(await stored()).toHaveLength(before.length)

    gates.advance(MINUTE_MS - 1)
    await reseal(gates.deps)
    expect(new Set((await stored()).map(({ qrHash }) => qrHash))).toEqual(new Set(before.map(({ qrHash }) => qrHash)))
    gates.advance(1)
    await reseal(gates.deps)
    const hashes = new Set(before.flatMap(({ qrHash, qrSealed }) => [qrHash, qrSealed]))
    const sealed = await stored()
    expect(sealed.filter(({ qrHash, qrSealed }) => hashes.has(qrHash) || hashes.has(qrSealed))).toEqual([])
    await expectKnown()
    await followKeys()
    await reseal(gates.deps)
    expect(await stored()).toEqual(sealed)

    expect((await revokeFirst()).status).toBe(200)
    await expectKnown()
    const { accessToken: token } = await signUpMember(gates)
    expect((await gates.call(passInsert, { token, query: { cardNum: registered } })).status.code).toBe('200')
    expect(await scan(number)).toBe('admitted')
    // Numbers that were typed are stored under the next root; that of a card in stock is not known.
    for (const typed of [number, registered]) expect(await cardOf(gates.deps, typed)).toMatchObject({ state: 'live' })
    expect(await cardOf(gates.deps, sampleNumber(1, 11))).toBeUndefined()
    await expectKnown()
    const [loaded] = await loadCards(gates.deps, 'pass-24h-card', 1)
    expect(await findCard(gates.deps, loaded?.cardNum ?? '')).toMatchObject({ state: 'stock' })
  })

  test('a code of goods stays readable, is sealed anew, and is loaded no second time', async () => {
    const { db, keys } = gates.deps
    const text = `LPA:1$example.com$${randomUUID()}`
    const load = async () => {
      const bearer = await operatorToken(keys, gates.time.now)
      const answer = await gates.app.inject({
        method: 'POST',
        url: '/operator/codes/vo-cafe-momos-std',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/octet-stream' },
        payload: text,
      })
      return answer.statusCode
    }
    const row = async () => {
      const [stored] = await db.select().from(goodsCode)
      if (!stored) throw new Error('no code')
      return stored
    }
    expect(await load()).toBe(200)
    const before = await row()
    await rotate()
    expect(openCode(keys, before)).toBe(text)
    expect(await load()).toBe(409)
    gates.advance(MINUTE_MS)
    await reseal(gates.deps)
    const after = await row()
    expect(after.codeHash).toBe(sealCode(keys, text).codeHash)
    expect(after.codeHash).not.toBe(before.codeHash)
    expect(openCode(keys, after)).toBe(text)
    expect((await revokeFirst()).status).toBe(200)
    expect(openCode(keys, after)).toBe(text)
    expect(await load()).toBe(409)
  })

  test('vouchers, wallet passes, one-time codes and enrolment codes of before count until the root is revoked', async () => {
    const { keys } = gates.deps
    const pass = { passUid: randomUUID(), epoch: 3 }
    const printed = readVoucher(voucherOf(keys, pass, 'HP-261121-7F3A'))?.proof ?? ''
    const traveller = await gates.traveller()
    const body = { passUid: traveller.passUid, wallet: 'google' as const, password: PASSWORD }
    const { data } = await gates.call(addToWallet, { token: traveller.token, body })
    const wallet =
      decodeJwt<{ payload: { genericObjects: { barcode: { value: string } }[] } }>(data?.url.split('/').at(-1) ?? '')
        .payload.genericObjects[0]?.barcode.value ?? ''
    const oneTime = async () => {
      const visitor = await gates.traveller()
      const query = { body: { passUid: visitor.passUid, password: PASSWORD }, token: visitor.token }
      return (await gates.call(oneTimeCode, query)).data?.text ?? ''
    }
    const oneTimeCodes = [await oneTime(), await oneTime()]
    const placeUid = gates.inGroup('B')[0] ?? ''
    const codes = [await makeEnrolmentCode(gates.deps, placeUid), await makeEnrolmentCode(gates.deps, placeUid)]
    const enrol = async ({ code }: { code: string } = { code: '' }) =>
      (await gates.call(gateCalls.enrol, { body: { code }, ip: '198.51.100.7' })).status.code

    await rotate()
    expect(isVoucherProof(keys, pass, printed)).toBe(true)
    expect(readVoucher(voucherOf(keys, pass, 'HP-261121-7F3A'))?.proof).not.toBe(printed)
    expect(await scan(wallet)).toBe('admitted')
    expect(await enrol(codes[0])).toBe('200')
    expect(await scan(oneTimeCodes[0] ?? '')).toBe('admitted')

    expect((await revokeFirst()).status).toBe(200)
    expect(isVoucherProof(keys, pass, printed)).toBe(false)
    const otherDoor = await gates.gate(placeUid)
    for (const code of [wallet, oneTimeCodes[1] ?? ''])
      expect((await otherDoor.scan(code)).data).toMatchObject({ reason: 'unreadable' })
    expect(await enrol(codes[1])).toBe('E_GATE_CODE')
  })

  test('a file for Apple Wallet that is fetched again has its code of before, until the root is revoked', async () => {
    const traveller = await gates.traveller()
    const body = { passUid: traveller.passUid, wallet: 'apple' as const, password: PASSWORD }
    const { data } = await gates.call(addToWallet, { token: traveller.token, body })
    const fetchCode = async (): Promise<string> => {
      const { statusCode, rawPayload } = await gates.app.inject({ url: data?.url ?? '' })
      if (statusCode !== 200) return String(statusCode)
      const json = unzip(rawPayload).get('pass.json')?.toString() ?? '{}'
      return (JSON.parse(json) as { barcodes: { message: string }[] }).barcodes[0]?.message ?? ''
    }
    const before = await fetchCode()
    await rotate()
    expect(await fetchCode()).toBe(before)
    expect(await scan(before)).toBe('admitted')
    expect((await revokeFirst()).status).toBe(200)
    expect(await fetchCode()).toBe('404')
  })

  test('a write that a phone repeats after the rotation happens once', async () => {
    const { accessToken: token } = await signUpMember(gates)
    const write = (key: string, content: string, by: { token?: string }) =>
      gates.call(insertInquiry, { body: { email: 'guest@mail.example', content }, key, ...by })
    const [guest, member] = [await write('root-key-1', 'A guest', {}), await write('root-key-2', 'A member', { token })]
    await rotate()
    expect((await write('root-key-1', 'A guest', {})).data).toEqual(guest.data)
    expect((await write('root-key-2', 'A member', { token })).data).toEqual(member.data)
    expect((await write('root-key-2', 'Another text', { token })).status.code).toBe('E_KEY_REUSED')
    expect(await gates.deps.db.$count(inquiries)).toBe(2)
    expect((await write('root-key-3', 'A guest of after', {})).status.code).toBe('200')
  })

  test('a revoked root signs no command and no certificate; the next one signs at once', async () => {
    const traveller = await gates.traveller()
    const { accessToken } = traveller
    const stolen = await operatorToken(gates.deps.keys, gates.time.now)
    const forged = await traveller.code()
    const { publicKey } = createPush(gates.deps)
    expect((await revokeFirst()).body).toEqual({ certificates: 1 })

    expect((await run('GET', '', stolen)).status).toBe(401)
    expect((await gates.call(myPage, { token: accessToken })).status.code).toBe('E_TOKEN')
    const rules = await door.rules()
    expect(rules?.keys).toHaveLength(1)
    expect(await judgeOffline(forged, rules, gates.time.now)).toMatchObject({ reason: 'unknown_key' })
    expect((await door.scan(forged)).data).toMatchObject({ verdict: 'refused', reason: 'unreadable' })
    expect(await rootsListed()).toMatchObject([{ signs: false }, { signs: true }])
    expect((await revokeFirst()).status).toBe(409)

    const { certificate } = await traveller.pass()
    expect(keyIdOf(certificate)).toBe(rules?.keys[0]?.keyId)
    gates.advance(SECOND_MS)
    expect(await scan(await gates.draw(traveller.phone, certificate))).toBe('admitted')
    // Subscriptions of phones take messages of the pair that they were made with.
    expect(createPush(gates.deps).publicKey).toBe(publicKey)
  })

  test('a root that leaks before it signs is revoked, and a third one takes its place', async () => {
    const { body } = await run('POST', 'root')
    const stolen = await operatorToken(gates.deps.keys, gates.time.now)
    expect((await run('DELETE', String(body.id))).status).toBe(200)
    expect((await run('GET', '', stolen)).status).toBe(401)
    const listed = await rootsListed()
    expect(listed).toHaveLength(3)
    expect(listed.map(({ signs }) => signs)).toEqual([false, false, true])
    const member = await signUpMember(gates)
    expect(headerOf(member.accessToken).kid).not.toBe('2')
    expect((await gates.call(myPage, { token: member.accessToken })).http).toBe(200)
    expect(await scan(await (await gates.traveller()).code())).toBe('admitted')
  })
})
