import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { update } from '#contract/calls/profile.ts'
import { openRace, type Race } from '../harness/race.ts'
import { makePhone, type Phone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'
import { linkCalls, makeKey } from './linkGiver.ts'

describe('a name that is corrected while a gift is accepted, on postgres', () => {
  let race: Race
  let shop: AftersalesShop
  let links: ReturnType<typeof linkCalls>
  let phone: Phone
  let mei = ''
  beforeAll(async () => {
    race = openRace()
    shop = await openAftersalesShop({ engine: 'postgres' })
    links = linkCalls(shop)
    mei = (await shop.member()).accessToken
    phone = await makePhone(shop)
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  /**
   * Corrects a recipient's name once the pass has been written, before the acceptance ends: the correction `waits` for
   * it, or ends first. Returns the holder of the pass.
   */
  const holderAfterBoth = async ({ waits }: { waits: boolean }) => {
    const url = shop.deps.config.databaseUrl ?? ''
    const recipient = (await shop.member()).accessToken
    const { passUids } = await shop.buyPaid(mei)
    const passUid = passUids[0] ?? ''
    await phone.show(mei, { passUid })
    const { deviceUid, epoch } = await shop.unit(passUid)
    const { key, linkHash } = makeKey()
    const facts = { giftUid: randomUUID() as string, passUid, deviceUid: deviceUid ?? '', epoch, recipient: linkHash }
    await links.make(mei, { passUid, linkHash, proof: await phone.giftProof(facts) })
    // The news of the acceptance are written after the pass.
    const lock = { text: 'lock table news in share mode' }
    const codes = await race.whileHeld(url, lock, async (release) => {
      const accepted = links.receive(key, recipient)
      await race.waitForLocks(url, 1)
      const corrected = shop.call(update, { token: recipient, body: { engSurname: 'LIN', engNm: 'MEI-HUA' } })
      await (waits ? race.waitForLocks(url, 2) : corrected)
      await release()
      return [(await accepted).status.code, (await corrected).status.code]
    })
    expect(codes).toEqual(['200', '200'])
    return (await shop.unit(passUid)).holder
  }

  test('is on the pass of the gift', async () => {
    expect(await holderAfterBoth({ waits: true })).toBe('MEI-HUA LIN')
  })
  test('twin: without the lock on the recipient, the pass has the old name', async () => {
    const cut = race.without(/("member"\."withdrawn_at" is null\)) for share$/, '$1')
    expect(await holderAfterBoth({ waits: false })).not.toBe('MEI-HUA LIN')
    expect(cut.count).toBeGreaterThan(0)
  })
})
