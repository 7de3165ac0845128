import { expect, test } from 'vitest'
import type { Gift } from '#contract/calls/gift.ts'
import type { OutboxRow } from '#db/rows.ts'
import { projectGifts } from './projectGifts.ts'

const gift = (giftUid: string, more: Partial<Gift> = {}): Gift => ({
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
  ...more,
})

const row = (command: string, args: unknown, more: Partial<OutboxRow> = {}): OutboxRow => ({
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
  ...more,
})
const TAKE_BACK = row('gift.cancel', { passUid: 'pass', giftUid: null })
const WISH = { id: 'gift.cancel', to: 'cancelled', waiting: 'saved', code: null }

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
    a: { id: 'gift.receive', to: 'accepted', waiting: 'refused', code: 'E_GIFT_ENDED' },
    b: { id: 'gift.refuse', to: 'declined', waiting: 'saved', code: null },
    c: null,
  })
})
