import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneTimeCode } from '#contract/calls/admission.ts'
import * as card from '#contract/calls/card.ts'
import { signOut } from '#contract/calls/profile.ts'
import { SECOND_MS } from '#contract/time.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { drawnEngines } from '../harness/engines.ts'
import { passOfCard } from '../harness/cards.ts'
import { PASSWORD, signUpMember } from '../harness/factories.ts'
import { openGates, type Gates } from './gates.ts'
import { openScanner } from './scanner.ts'

/** After a member deletes the account, no gate admits any of the member's codes or cards. */

describe.each(drawnEngines())('a member who has withdrawn, on %s', (engine) => {
  let gates: Gates
  beforeAll(async () => {
    gates = await openGates(engine)
  })
  afterAll(() => gates.close())

  const withdraw = async (token: string) => {
    const { status } = await gates.call(signOut, { token, body: { agreeYn: 'Y', loseYn: 'Y', password: PASSWORD } })
    expect(status.code).toBe('200')
  }

  test('a card of a member who has withdrawn is blocked, online by QR code and number, offline by the list (G17)', async () => {
    const [number, otherNumber] = [sampleNumber(1, 1), sampleNumber(1, 2)]
    const member = await signUpMember(gates)
    const registered = await gates.call(card.passInsert, { token: member.accessToken, query: { cardNum: number } })
    expect(registered.status.code).toBe('200')
    const scanner = await openScanner(gates)
    await scanner.enrolAt(gates.inGroup('A')[0] ?? '')
    const door = await gates.gate(gates.inGroup('A')[1] ?? '')
    expect((await door.scan(sampleQr(number))).data).toMatchObject({ verdict: 'admitted' })

    await withdraw(member.accessToken)
    for (const code of [sampleQr(number), number])
      expect((await door.scan(code)).data).toMatchObject({ verdict: 'refused', reason: 'card_blocked', pass: null })
    expect(await scanner.read(number)).toMatchObject({ verdict: 'refused', reason: 'card_blocked', offline: false })
    await scanner.contact()
    await scanner.offline()
    expect(await scanner.read(sampleQr(number))).toMatchObject({
      verdict: 'refused',
      reason: 'card_blocked',
      offline: true,
    })
    expect(scanner.state().waiting).toBe(0)
    expect(await scanner.read(sampleQr(otherNumber))).toMatchObject({ verdict: 'admitted', offline: true })
    expect(await passOfCard(gates.deps, number)).not.toBe(await passOfCard(gates.deps, otherNumber))
  })

  test('a card that a scanner admitted offline before its list was renewed is kept for the desk', async () => {
    const number = sampleNumber(2, 1)
    const member = await signUpMember(gates)
    await gates.call(card.passInsert, { token: member.accessToken, query: { cardNum: number } })
    const scanner = await openScanner(gates)
    await scanner.enrolAt(gates.inGroup('A')[0] ?? '')
    await scanner.offline()
    await withdraw(member.accessToken)
    expect(await scanner.read(sampleQr(number))).toMatchObject({ verdict: 'admitted', offline: true })
    await scanner.online()
    scanner.advance(61 * SECOND_MS)
    await scanner.contact()
    await scanner.waiting(0)
    expect(scanner.state().kept).toMatchObject([{ outcome: 'conflict', reason: 'card_blocked' }])
  })

  test('a one-time code from before the withdrawal opens nothing', async () => {
    const [leaving, staying] = [await gates.traveller(), await gates.traveller()]
    const ask = async ({ token, passUid }: typeof leaving) =>
      (await gates.call(oneTimeCode, { token, body: { passUid, password: PASSWORD } })).data
    const [lost, good] = [await ask(leaving), await ask(staying)]
    const door = await gates.gate(gates.inGroup('A')[0] ?? '')
    await withdraw(leaving.token)
    for (const code of [lost?.text ?? '', lost?.code ?? ''])
      expect((await door.scan(code)).data).toMatchObject({ verdict: 'refused', reason: 'old_code', pass: null })
    expect((await door.scan(good?.text ?? '')).data).toMatchObject({ verdict: 'admitted', by: 'one_time' })
  })
})
