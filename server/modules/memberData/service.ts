import type { Data } from '#contract/calls/call.ts'
import type { copyMyData } from '#contract/calls/profile.ts'
import type { Deps } from '#server/deps.ts'
import { checkProof } from '#server/modules/member/ownCode.ts'
import { paceMember } from '#server/modules/session/service.ts'
import { readSections, type Row } from './store.ts'

/** Columns that hold an instant, by their names. */
const INSTANT = /^at$|(?:At|Until)$/

/** Writes instants as ISO 8601, because people read the file. */
const readable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' && INSTANT.test(name) ? new Date(value).toISOString() : value,
    ]),
  )

/** Removes the giver's order number from passes that were received as a gift (decision 0091). */
const withoutGiversOrders = (passes: Row[], orders: Row[]): Row[] => {
  const own = new Set(orders.map(({ orderNumber }) => orderNumber))
  return passes.map((row) => (own.has(row.orderNumber) ? row : { ...row, orderNumber: null }))
}

/** Lists the member's consents, each with the version of its text and its time. */
const consentsOf = ([profile]: Row[]): Row[] =>
  (['terms', 'privacy', 'marketing'] as const).flatMap((consent) => {
    const agreedAt = profile?.[`${consent}At`]
    return agreedAt == null ? [] : [{ consent, version: profile?.[`${consent}Version`], agreedAt }]
  })

/**
 * Returns a copy of everything that is stored about the member and that is no secret, as of one moment. A token is not
 * enough: takes the password or a code mailed for `export`. Throws `E_PASSWORD_MISMATCH`, `E_CERT_MISMATCH`,
 * `E_CERT_EXPIRED`, `E_CERT_TRIES`; `E_CERT_REQUIRED` without either; `E_THROTTLED`, `E_BUSY`.
 */
export const copyData = async (
  deps: Deps,
  memberId: string,
  typed: { password?: string | undefined; code?: string | undefined },
  ip: string,
): Promise<Data<typeof copyMyData>> => {
  const proof = await checkProof(deps, { memberId, purpose: 'export' }, typed, ip)
  await paceMember(deps, 'dataCopy', memberId)
  if (proof) await deps.db.transaction((tx) => proof.consume(tx))
  const stored = await deps.db.transaction((tx) => readSections(tx, memberId), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  const { profile = [], orders = [], passes = [] } = stored
  const sections = { ...stored, consents: consentsOf(profile), passes: withoutGiversOrders(passes, orders) }
  return {
    madeAt: deps.clock(),
    sections: Object.fromEntries(Object.entries(sections).map(([name, rows]) => [name, rows.map(readable)])),
  }
}
