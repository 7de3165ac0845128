import { expect, test, type Page } from '@playwright/test'
import { api, newMember, type Person } from './harness/api.ts'
import { DESKTOP, onScreen, Profile } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { answerAs, order, signIn } from './harness/steps.ts'
import { words } from './harness/words.ts'

/** Whatever the bank answers, it ends in a clear state: a pass or no charge, never both or neither. */

let server: Server
let profile: Profile
let page: Page
let person: Person
let ordUid = ''

test.beforeAll(async () => {
  server = await Server.open()
  profile = await Profile.open(DESKTOP)
  person = await newMember(server)
  page = await profile.page()
  page.on('framenavigated', (frame) => {
    ordUid = new URL(frame.url()).searchParams.get('ord') ?? ordUid
  })
  await signIn(page, server, await words('en'), person.email)
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

const passes = async (): Promise<number> =>
  (await api<{ list: unknown[] }>(server, '/mypage/myPass/list', { token: person.accessToken })).list.length

const state = async (): Promise<string> =>
  (await api<{ state: string }>(server, `/pass/order/${ordUid}`, { token: person.accessToken })).state

test('declined: no pass, no charge, and a way to try again', async () => {
  const say = await words('en')
  await order(page, server, 'pass-24h-mobile')
  await answerAs(page, 'decline')
  await onScreen(page, '/pass/completed')
  await expect(page.getByRole('heading', { name: say('The payment was declined') })).toBeVisible()
  expect(await state()).toBe('declined')
  expect(await passes()).toBe(0)
})

test('a card issued in Korea is declined with its reason', async () => {
  await order(page, server, 'pass-24h-mobile')
  await answerAs(page, 'domestic')
  await onScreen(page, '/pass/completed')
  await expect(page.locator('main')).toContainText('issued in Korea')
  expect(await passes()).toBe(0)
})

test('an answer that comes twice makes one pass', async () => {
  const say = await words('en')
  await order(page, server, 'pass-24h-mobile')
  await answerAs(page, 'twice')
  await onScreen(page, '/pass/completed')
  await expect(page.getByRole('link', { name: say('Open My Pass') })).toBeVisible({ timeout: 60_000 })
  expect(await state()).toBe('paid')
  expect(await passes()).toBe(1)
})

test('an answer that is lost is asked for: the pass appears by itself', async () => {
  const say = await words('en')
  await order(page, server, 'pass-24h-mobile')
  await answerAs(page, 'lose')
  await page.goto(`${server.url}/pass/completed?ord=${ordUid}`)
  await expect(page.getByRole('link', { name: say('Open My Pass') })).toBeVisible({ timeout: 60_000 })
  expect(await state()).toBe('paid')
  expect(await passes()).toBe(2)
})

test('no console errors on the way', () => {
  expect(profile.errors).toEqual([])
})
