import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giftCancel, giftInsert, giftReceive, giftRefuse } from '#contract/calls/gift.ts'
import { expireGift } from '#server/modules/gift/link.ts'
import { openApp } from '../harness/app.ts'
import { signUpMember, type App } from '../harness/factories.ts'
import { issuePass } from '../offline/server/phones.ts'
import { linkCalls, makeKey } from './linkGiver.ts'

/**
 * A late entry locks its pass before it ends the pass's gift. Calls that end a gift must lock the pass first too,
 * otherwise they deadlock with it (40P01).
 */

const query = Client.prototype.query as (...args: unknown[]) => unknown
let texts: string[] = []
let app: App
beforeAll(async () => {
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [first] = args
    texts.push(typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first))
    return query.apply(this, args)
  } as typeof Client.prototype.query
  app = await openApp({ engine: 'postgres' })
})
afterAll(async () => {
  Client.prototype.query = query as typeof Client.prototype.query
  await app.close()
})

const LOCKS_PASS = /from "pass".* for (?:no key )?update/s
const ENDS_GIFT = /update "gift"/

const expectPassFirst = () => {
  const [locked, gift] = [LOCKS_PASS, ENDS_GIFT].map((one) => texts.findIndex((text) => one.test(text)))
  expect(gift).toBeGreaterThan(-1)
  expect(locked).toBeGreaterThan(-1)
  expect(locked).toBeLessThan(gift ?? -1)
}

test.each([
  ['accepted', giftReceive, 'recipient'],
  ['declined', giftRefuse, 'recipient'],
  ['taken back', giftCancel, 'sender'],
] as const)('a gift that is %s locks its pass before it is ended', async (_, call, who) => {
  const people = { sender: await signUpMember(app), recipient: await signUpMember(app) }
  const passUid = await issuePass(app, people.sender.memberId)
  const body = { passUid, id: people.recipient.email }
  const { data } = await app.call(giftInsert, { token: people.sender.accessToken, body })
  texts = []
  const ended = await app.call(call, { token: people[who].accessToken, body: { giftUid: data?.giftUid ?? '' } })
  expect(ended.status.code).toBe('200')
  expectPassFirst()
})

test.each(['accepted', 'expired'] as const)(
  'a gift by link that is %s locks its pass before it is ended',
  async (end) => {
    const [sender, recipient] = [await signUpMember(app), await signUpMember(app)]
    const links = linkCalls(app)
    const { key, linkHash } = makeKey()
    const passUid = await issuePass(app, sender.memberId)
    const { data } = await links.make(sender.accessToken, { passUid, linkHash })
    const { giftUid = '', link } = data ?? {}
    texts = []
    if (end === 'accepted') expect((await links.receive(key, recipient.accessToken)).status.code).toBe('200')
    else expect(await app.deps.db.transaction((tx) => expireGift(tx, giftUid, link?.expiresAt ?? 0))).toBe(true)
    expectPassFirst()
  },
)
