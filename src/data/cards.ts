import { passInsert, type ExchangeCard } from '#contract/calls/card.ts'
import type { Data } from '#contract/calls/call.ts'
import type { TypedCard } from '#contract/rules/card.ts'
import { outcome, type Outcome } from './outcome.ts'
import { createPartHook } from './partHook.ts'
import { withRuntime } from './withRuntime.ts'

export type { ExchangeCard } from '#contract/calls/card.ts'

/** Returns the `rsvtUid` of the voucher of a card: its order or, where the order is another member's, its pass. */
export const voucherUidOf = ({ ordUid, passUid }: Pick<ExchangeCard, 'ordUid' | 'passUid'>): string => ordUid || passUid

/** As the server lists them: those to collect first, then the newest. */
const listed = (list: readonly ExchangeCard[]): { list: ExchangeCard[] } => ({
  list: list.toSorted(
    (a, b) => Number(a.state === 'collected') - Number(b.state === 'collected') || b.purchasedAt - a.purchasedAt,
  ),
})

/** Returns the member's card passes, with the vouchers of those to collect. */
export const useCards = createPartHook<'cards', { list: ExchangeCard[] }>('cards', {
  none: { list: [] },
  tables: (db) => [db.cards],
  read: async (db) => listed(await db.cards.toArray()),
  fromMemory: listed,
})

/**
 * Registers a card pass by its printed number or the text of its QR code; then pulls the passes and the cards. Needs the
 * server; never queued (spec 1.21).
 */
export const registerCard = (typed: TypedCard): Promise<Outcome<Data<typeof passInsert>>> =>
  withRuntime(async ({ api, pulls }) => {
    const answer = outcome(await api.call(passInsert, { query: typed }))
    if (answer.ok) await Promise.all([pulls.pull('passes', true), pulls.pull('cards', true)])
    return answer
  })
