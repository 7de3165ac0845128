import { expect, test } from 'vitest'
import type { Gift } from '#contract/calls/gift.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import type { PassRow } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import { asksOf, projectGifts } from './projectGifts.ts'
import { projectPasses } from './projectPasses.ts'

const gift = (giftUid: string, overrides: Partial<Gift> = {}): Gift => ({
  giftUid,
  passUid: 'pass',
  type: 'sent',
  state: 'sent',
  gdsUid: 'pass-48h',
  passType: '48H',
  medium: 'mobile',
  sender: { id: 'mina@mail.example', name: 'Mina Lee' },
  recipient: { id: 'jun@mail.example' },
  message: '',
  sentAt: 1,
  endedAt: null,
  ...overrides,
})

const row = (command: string, args: unknown, overrides: Partial<OutboxRow> = {}): OutboxRow => ({
  id: command,
  command,
  version: 1,
  args,
  lane: 'lane',
  owner: 'mina',
  attempts: 0,
  nextAt: 0,
  wait: 0,
  lost: false,
  triedAt: null,
  writtenAt: 5,
  unknown: 0,
  refused: null,
  asks: null,
  allowed: false,
  ...overrides,
})
const TAKE_BACK = row('gift.cancel', { passUid: 'pass', giftUid: null })
const WISH = { id: 'gift.cancel', to: 'cancelled', waiting: 'saved', code: null, asks: null }

/** Maps `giftUid` to the shown wish, for both lists. */
const wishes = (mirror: Gift[], outbox: OutboxRow[]): Record<string, unknown> => {
  const { sent, received } = projectGifts(mirror, outbox, [], 0)
  return Object.fromEntries(
    [...sent, ...received].map((one) => [one.state === 'queued' ? one.id : one.giftUid, one.wish]),
  )
}

test('the cancellation of a gift of unknown id stands over the unanswered gift of its pass and over no other (M5)', () => {
  const mirror = [
    gift('waiting'),
    gift('declined before', { state: 'declined', endedAt: 1 }),
    gift('received', { type: 'received' }),
    gift('of another pass', { passUid: 'other' }),
  ]
  expect(wishes(mirror, [TAKE_BACK])).toEqual({
    waiting: WISH,
    'declined before': null,
    received: null,
    'of another pass': null,
  })
})

test('the cancellation of a gift of unknown id stands over the action that sends it, while that waits (M5)', () => {
  const send = row('gift.send', { passUid: 'pass', id: 'jun@mail.example' })
  expect(wishes([gift('an earlier one')], [send, TAKE_BACK])).toEqual({ 'gift.send': WISH, 'an earlier one': null })
})

test('a wish about a gift of known id stands over that gift, with the server’s refusal (M5)', () => {
  const accept = row('gift.receive', { giftUid: 'a' }, { refused: { code: 'E_GIFT_ENDED' } })
  const decline = row('gift.refuse', { giftUid: 'b' })
  const mirror = [gift('a', { type: 'received' }), gift('b', { type: 'received' }), gift('c', { type: 'received' })]
  expect(wishes(mirror, [accept, decline])).toEqual({
    a: { id: 'gift.receive', to: 'accepted', waiting: 'refused', code: 'E_GIFT_ENDED', asks: null },
    b: { id: 'gift.refuse', to: 'declined', waiting: 'saved', code: null, asks: null },
    c: null,
  })
})

const SEND = row('gift.send', { passUid: 'pass', id: 'jun@mail.example' })

test.each([
  ['a gift', 'old', [{ ...SEND, asks: 'old' }]],
  ['a gift with a waiting cancellation', 'unknown', [{ ...SEND, asks: 'unknown' }, TAKE_BACK]],
  ['the cancellation of a gift', 'old', [SEND, { ...TAKE_BACK, asks: 'old' }]],
  ['no action', null, [SEND, TAKE_BACK]],
] as const)('when %s asks, the queued gift shows %s (O37, O38)', (_, asks, outbox) => {
  expect(projectGifts([], outbox, [], 0).sent.map(asksOf)).toEqual([asks])
})

test('a queued gift asks a day after it was written, and no more once the person has sent it (O38)', () => {
  const asksAt = (queued: OutboxRow) =>
    projectGifts([], [queued], [], 0).sent.map((one) => 'asksAt' in one && one.asksAt)
  expect(asksAt(SEND)).toEqual([86_400_005])
  expect(asksAt({ ...SEND, allowed: true })).toEqual([null])
})

const PASS: PassRow = { passUid: 'pass', position: 0, pass: { passUid: 'pass' } as MyPass }

test.each([
  ['waits', 'returning', TAKE_BACK],
  ['asks', 'given', { ...TAKE_BACK, asks: 'old' as const }],
])('a pass whose cancellation of a gift %s is shown as %s (M6)', (_, giftState, cancellation) => {
  expect(projectPasses([PASS], [gift('a')], [cancellation], 0).map((one) => one.gift)).toEqual([giftState])
})

test('a pass stays given while its cancellation waits behind a gift that asks (M6)', () => {
  const outbox = [{ ...SEND, asks: 'unknown' as const }, TAKE_BACK]
  expect(projectPasses([PASS], [], outbox, 0).map((one) => one.gift)).toEqual(['given'])
})
