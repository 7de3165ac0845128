import { expect, test } from 'vitest'
import { answer } from '../harness/network.ts'
import { until } from '../harness/tabs.ts'
import { dbOf, greeted, open, person } from './setup.ts'

test('a guest’s inquiry is sent without token and owner, and stays the guest’s after a sign-in (O44)', async () => {
  const { browser, peer, network, clock } = open()
  const tab = await browser.tab()
  const guest = person(tab)
  network.fault(/insertInquiry/, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '60' }))
  const written = await guest.inquire('Is there a locker at the terminal?')
  const id = written.ok ? written.data.id : ''
  const device = tab.phone.storage.device()
  await until(async () => (await device?.outbox.toArray())?.[0]?.wait === 60_000)
  await guest.signIn('mina')
  await greeted(tab)
  await until(() => {
    clock.advance(10_000)
    return peer.inquiries.length === 1
  })
  const sent = network.seen.find(({ path }) => path === '/inquiry/insertInquiry')
  expect(sent).toMatchObject({ token: null, owner: null, key: id })
  await until(async () => (await device?.inquiries.get(id))?.number === 'Q-000001')
  expect(await dbOf(tab).inquiries.get(id)).toBeUndefined()
})
