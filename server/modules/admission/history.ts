import type { Use } from '#contract/calls/admission.ts'
import type { Locale } from '#contract/locales.ts'
import { isUuid } from '#contract/rules/bytes.ts'
import { readCode } from '#contract/rules/passCode.ts'
import { readScan } from '#contract/rules/scan.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findCard } from '#server/modules/card/service.ts'
import { placeName } from '#server/modules/gate/service.ts'
import { oneTimeHashes } from './code.ts'
import { findOneTime } from './store.ts'
import * as reads from './reads.ts'
import { findByCode } from './wallet.store.ts'
import { walletCodeHashes } from './walletCode.ts'

/** Returns the `passUid` that a QR code, a card number or a `passUid` names; null for any other text. */
const passOf = async (deps: Pick<Deps, 'db' | 'keys'>, text: string): Promise<string | null> => {
  if (isUuid(text.toLowerCase())) return text.toLowerCase()
  const scanned = readScan(text)
  if (scanned.kind === 'live') return readCode(scanned.text)?.certificate.passUid ?? null
  if (scanned.kind === 'card') return (await findCard(deps, scanned.number))?.passUid ?? null
  if (scanned.kind === 'unreadable' || scanned.kind === 'voucher') return null
  if (scanned.kind === 'wallet')
    return (await findByCode(deps.db, walletCodeHashes(deps, scanned.letters)))?.passUid ?? null
  return (await findOneTime(deps.db, oneTimeHashes(deps, scanned.letters)))?.passUid ?? null
}

/**
 * Lists the uses of the member's passes, newest first (spec 2.55, 7.26); with `qrcode`, those of the pass that it
 * names. Throws `E_NOT_FOUND` when it names no pass of this member.
 */
export const listUses = async (
  deps: Pick<Deps, 'db' | 'keys'>,
  memberId: string,
  { pageNum, pageSize, qrcode }: { pageNum: number; pageSize: number; qrcode?: string | undefined },
  locale: Locale,
) => {
  const { db } = deps
  const passUid = qrcode === undefined ? undefined : await passOf(deps, qrcode)
  if (passUid === null || (passUid !== undefined && !(await reads.owns(db, passUid, memberId))))
    throw new Refusal('E_NOT_FOUND')
  const { rows, total } = await reads.pageOfUses(db, {
    memberId,
    passUid,
    limit: pageSize,
    offset: (pageNum - 1) * pageSize,
  })
  const list: Use[] = []
  for (const { placeUid, ...row } of rows) {
    const name = await placeName(db, row.kind === 'entry' ? 'attraction' : 'venue', placeUid, locale)
    list.push({ ...row, gdsUid: placeUid, name })
  }
  return { list, pageNum, pageSize, total }
}
