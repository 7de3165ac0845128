import { expect } from 'vitest'
import { INQUIRY_MIN } from '#contract/limits.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { FavouriteSet } from '#sync/outbox/commands/favouriteSet.ts'
import type { GiftCancel } from '#sync/outbox/commands/giftCancel.ts'
import type { GiftEnd } from '#sync/outbox/commands/giftEnd.ts'
import type { GiftSend } from '#sync/outbox/commands/giftSend.ts'
import type { InquiryWrite } from '#sync/outbox/commands/inquiryWrite.ts'
import type { NewsRead } from '#sync/outbox/commands/newsRead.ts'
import type { RecordedRequest } from '../harness/network.ts'
import { MEMBERS, type ServerSide, type GiftServer, type Who } from './serverSide.ts'

/** A member's last wish for one pass. `messages` identify the gifts. */
type PassWish = { is: 'given' | 'taken back'; messages: readonly string[] }

/**
 * What the people of one history wished, which is all that the model knows. What was discarded may have had its effect
 * or not.
 */
export const createLedger = () => ({
  favourites: new Map<Who, Map<string, boolean | 'either'>>(MEMBERS.map((who) => [who, new Map()])),
  inquiries: new Map<string, { author: Who | null; content: string }>(),
  giftWishes: new Map<string, { who: Who; passUid: string }>(),
  /** The last wish by member and pass, and for received gifts by gift. */
  passWishes: new Map<string, PassWish>(),
  giftAnswers: new Map<string, { who: Who; message: string }>(),
  /** Every end that was wished for a gift, as `<message> <end>`. */
  ends: new Set<string>(),
  read: new Map<Who, Set<string>>(MEMBERS.map((who) => [who, new Set()])),
  maybeRead: new Set<string>(),
  discarded: new Set<string>(),
  /** A tab was frozen, and may have missed a sign-in. */
  hadFrozenTab: false,
})
export type Ledger = ReturnType<typeof createLedger>

/** Records that the member discarded these rows; those that were tried may have had their effect. */
export const discard = (ledger: Ledger, who: Who, rows: readonly OutboxRow[]): void => {
  for (const { id, command, args } of rows) {
    ledger.discarded.add(id)
    if (command === 'favourite.set') ledger.favourites.get(who)?.set((args as FavouriteSet).gdsUid, 'either')
    if (command === 'inquiry.write') ledger.discarded.add((args as InquiryWrite).id)
    if (command === 'gift.send' || command === 'gift.cancel')
      ledger.passWishes.delete(`${who} ${(args as GiftSend | GiftCancel).passUid}`)
    if (command === 'gift.receive' || command === 'gift.refuse') ledger.giftAnswers.delete((args as GiftEnd).giftUid)
    if (command === 'news.read') for (const uid of (args as NewsRead).newsUids) ledger.maybeRead.add(uid)
  }
}

const refusedOf = (rows: readonly OutboxRow[], command: string) =>
  rows.filter((row) => row.refused !== null && row.command === command).map(({ args }) => args)

/** Favourites: the last wish counts, and a refused one is kept with its arguments. */
export const checkFavourites = async (side: ServerSide, ledger: Ledger, who: Who, rows: readonly OutboxRow[]) => {
  const wishes = [...(ledger.favourites.get(who) ?? [])]
  const sure = wishes.filter(([, on]) => on !== 'either')
  const has = (await side.favourites(who)).filter((uid) => !wishes.some(([one, on]) => one === uid && on === 'either'))
  const isKnown = (uid: string) => uid !== side.places.at(-1)
  const wished = sure.flatMap(([uid, on]) => (on && isKnown(uid) ? [uid] : []))
  expect(has.toSorted(), 'no lost intent, no effect twice, in order').toEqual(wished.toSorted())
  // Removing a favourite that the server does not have may be refused or succeed.
  const refused = sure.flatMap(([gdsUid, on]) => (!isKnown(gdsUid) && on ? [gdsUid] : []))
  const refusedWishes = (refusedOf(rows, 'favourite.set') as FavouriteSet[]).flatMap(({ gdsUid, on }) =>
    on && sure.some(([uid]) => uid === gdsUid) ? [gdsUid] : [],
  )
  expect(refusedWishes, 'what was refused is kept with its words').toEqual(refused)
}

/** Inquiries: each arrives once, as its author's and with its text; a refused one is kept with its text. */
export const checkInquiries = async (side: ServerSide, ledger: Ledger, rows: readonly OutboxRow[]) => {
  const refusedWishes = refusedOf(rows, 'inquiry.write') as InquiryWrite[]
  for (const [id, { author, content }] of ledger.inquiries) {
    const stored = await side.inquiries(id)
    const one = { author: author && side.idOf(author), content }
    if (ledger.discarded.has(id)) expect([[], [one]], 'a discarded inquiry').toContainEqual(stored)
    else if (content.length >= INQUIRY_MIN) expect(stored, 'an inquiry arrives once').toEqual([one])
    else {
      expect(stored).toEqual([])
      // A guest's inquiry is visible to every member of the phone.
      const contents = new Set(refusedWishes.filter((row) => row.id === id).map((row) => row.content))
      expect([...contents], 'a refused inquiry is kept with its words').toEqual([content])
    }
  }
}

/**
 * Gifts: each wish has one effect, and there is none without a wish; a pass has one owner and is in at most one open
 * gift. Returns the pass of each gift.
 */
export const checkGifts = async (town: GiftServer, ledger: Ledger, rows: ReadonlyMap<Who, readonly OutboxRow[]>) => {
  const gifts = (await Promise.all(MEMBERS.map((who) => town.gifts(who)))).flat().filter(({ type }) => type === 'sent')
  const named = (message: string) => gifts.filter((gift) => gift.message === message)
  for (const gift of gifts) {
    expect(ledger.giftWishes.get(gift.message)?.passUid, 'no gift that nobody gave').toBe(gift.passUid)
    expect(named(gift.message).length, 'one gift for each word').toBe(1)
    if (gift.state !== 'sent')
      expect(ledger.ends, 'no end that nobody wished').toContain(`${gift.message} ${gift.state}`)
  }
  for (const [passUid, first] of town.had) {
    const ofPass = gifts.filter((gift) => gift.passUid === passUid)
    expect(ofPass.filter(({ state }) => state === 'sent').length, 'in one gift').toBeLessThan(2)
    // There are two members, so each acceptance moves the pass to the other one.
    const moves = ofPass.filter(({ state }) => state === 'accepted').length
    const owner = MEMBERS[(MEMBERS.indexOf(first) + moves) % 2]
    const holders = []
    for (const who of MEMBERS) if ((await town.passes(who)).includes(passUid)) holders.push(who)
    expect(holders, 'one owner').toEqual([owner])
  }
  const wishes = [...ledger.passWishes].flatMap(([key, { is, messages }]) =>
    messages.map((one) => [key, is, one] as const),
  )
  for (const [key, is, message] of wishes) {
    const who = key.split(' ')[0] as Who
    const all = rows.get(who) ?? []
    const [gift] = named(message)
    if (is === 'given') {
      const isShownAsRefused = (refusedOf(all, 'gift.send') as GiftSend[]).some((one) => one.message === message)
      expect(gift !== undefined || isShownAsRefused, `${message}: given, or told`).toBe(true)
    } else if (gift?.state === 'sent') {
      const isShownAsRefused = (refusedOf(all, 'gift.cancel') as GiftCancel[]).some(
        ({ giftUid }) => giftUid === gift.giftUid,
      )
      expect(isShownAsRefused, `${message}: taken back, or told`).toBe(true)
    }
  }
  for (const [giftUid, { who, message }] of ledger.giftAnswers) {
    if (named(message)[0]?.state !== 'sent') continue
    const all = rows.get(who) ?? []
    const refusedAnswers = ['gift.receive', 'gift.refuse'].flatMap((name) => refusedOf(all, name) as GiftEnd[])
    expect(
      refusedAnswers.some((one) => one.giftUid === giftUid),
      `${message}: answered, or told`,
    ).toBe(true)
  }
  return new Map(gifts.map(({ giftUid, passUid }) => [giftUid, passUid]))
}

/** Read marks: exactly what was read is marked as read. */
export const checkNews = async (town: GiftServer, ledger: Ledger, who: Who) => {
  const sure = ({ newsUid }: { newsUid: string }) => !ledger.maybeRead.has(newsUid)
  const read = (await town.news(who)).filter(({ readYn }) => readYn === 'Y')
  expect(
    read
      .filter(sure)
      .map(({ newsUid }) => newsUid)
      .toSorted(),
    'read is what was read',
  ).toEqual([...(ledger.read.get(who) ?? [])].filter((newsUid) => sure({ newsUid })).toSorted())
}

/** Returns what a write is about: its effects must come in the order of intent. */
const laneOf = ({ path, body, owner }: RecordedRequest, passOf: ReadonlyMap<string, string>): string | null => {
  const fields = (body === '' ? {} : JSON.parse(body)) as { passUid?: string; giftUid?: string }
  if (path.startsWith('/attraction/interest')) return `${owner} ${path.split('?')[1]}`
  if (path === '/newsfeed/read') return `${owner} news`
  if (path === '/mypage/gift/insert') return `${owner} pass ${fields.passUid}`
  if (path === '/mypage/gift/cancel') return `${owner} pass ${passOf.get(fields.giftUid ?? '')}`
  return path.startsWith('/mypage/gift/re') && fields.giftUid ? `${owner} gift ${fields.giftUid}` : null
}

/**
 * Checks everything that arrived. A request names its author, so that the server refuses it with another member's token
 * (of a tab that missed a sign-in); only a guest's inquiries and the device's own requests name none. Each lane arrives
 * in the order of intent (keys rise with time).
 */
export const checkTraffic = (
  side: ServerSide,
  ledger: Ledger,
  requests: readonly RecordedRequest[],
  passOf: ReadonlyMap<string, string>,
): void => {
  const writes = requests.filter(({ method, key }) => method !== 'GET' && key !== null)
  const nameless = writes.filter(({ owner, token }) => owner === null && token !== null)
  expect(nameless, 'the author is named').toEqual([])
  const foreign = writes.flatMap(({ path, owner, token }) => {
    const holder = owner === null ? null : side.holder(token ?? '')
    return holder !== owner ? [`${path} of ${owner} with the token of ${holder}`] : []
  })
  if (!ledger.hadFrozenTab) expect(foreign, 'the author is the owner').toEqual([])
  const effects = side.effects()
  if (effects !== null)
    expect(effects, 'one effect for each key').toBeLessThanOrEqual(new Set(writes.map(({ key }) => key)).size)
  const lanes = new Map<string, Set<string>>()
  for (const each of writes) {
    const lane = laneOf(each, passOf)
    if (lane === null || each.key === null || ledger.discarded.has(each.key)) continue
    lanes.set(lane, (lanes.get(lane) ?? new Set()).add(each.key))
  }
  for (const [lane, keys] of lanes) expect([...keys], `in order: ${lane}`).toEqual([...keys].toSorted())
}
