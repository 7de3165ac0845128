import type { Data } from '#contract/calls/call.ts'
import type { redeem, VoucherReason } from '#contract/calls/redeem.ts'
import type { Locale } from '#contract/locales.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { REASON_OF } from '#contract/rules/gateReason.ts'
import { judgeCode, type Judgement } from '#contract/rules/passCheck.ts'
import { readVoucherCode } from '#contract/rules/passCode.ts'
import { redeemRefusal } from '#contract/rules/redeem.ts'
import { readScan } from '#contract/rules/scan.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Gate, StoreAnswer, Writer } from '#server/http/serve.ts'
import { findHeldCode, holdCode } from '#server/modules/admission/service.ts'
import * as booking from '#server/modules/booking/service.ts'
import { hasDeviceKey } from '#server/modules/device/service.ts'
import { findOption } from '#server/modules/goods/service.ts'
import { lockOrder } from '#server/modules/order/service.ts'
import { issuerKeys } from '#server/modules/pass/service.ts'

/**
 * Vouchers of goods at a gate (decisions 0328, 0329). The code is judged without a lock; the decision is made under the
 * lock of the order, which a cancellation takes too, so that a reservation is either redeemed or cancelled.
 */

type Answer = Data<typeof redeem>
type Genuine = Extract<Judgement, { verdict: 'admitted' | 'stale' }>

/** One scan of a gate, with the language of its answer. */
export interface VoucherScan {
  gate: Gate
  entryUid: string
  /** The scanned text. */
  code: string
  locale: Locale
}

const verify = verifyWith(crypto.subtle)

const answerOf = (entryUid: string, at: number, rest: Partial<Answer>): Answer => ({
  verdict: 'refused',
  reason: null,
  entryUid,
  at,
  by: null,
  skewMs: null,
  voucher: null,
  ...rest,
})

/** Judges the code by the rules of a pass (G1, G5 to G9), with the code of this voucher that the gate holds, if any. */
const judge = async ({ db, keys }: Pick<Deps, 'db' | 'keys'>, { gate, code }: VoucherScan, now: number) => {
  const scanned = readScan(code)
  const text = scanned.kind === 'voucher' ? scanned.text : ''
  const rsvtUid = readVoucherCode(text)?.certificate.passUid
  const held = rsvtUid === undefined ? undefined : await findHeldCode(db, gate.gateUid, rsvtUid)
  const scan = {
    text,
    now,
    issuerKeys: issuerKeys(keys),
    revoked: new Map<string, number>(),
    seen: new Set<string>(),
    held: held ?? null,
    opened: null,
    notBefore: null,
  }
  return judgeCode(scan, verify, readVoucherCode)
}

/** Decides and redeems under the lock of the reservation's order. */
const decide = async (
  tx: Tx,
  { gate, entryUid, locale }: VoucherScan,
  { certificate, skewMs, ...genuine }: Genuine,
  clock: () => number,
): Promise<Answer> => {
  const rsvtUid = certificate.passUid
  const before = await booking.findReservation(tx, rsvtUid)
  if (before?.ordUid) await lockOrder(tx, before.ordUid)
  // Read the clock and the reservation after the lock, which may have taken a while.
  const now = clock()
  const row = await booking.findReservation(tx, rsvtUid)
  const refuse = (reason: VoucherReason, voucher: Answer['voucher'] = null) =>
    answerOf(entryUid, now, { reason, skewMs, voucher })
  if (!row) return refuse('unreadable')
  const named = await findOption(tx, row.gdsDtlUid)
  if (!named?.goods.doc.redeemAt?.includes(gate.placeUid)) return refuse('elsewhere')
  // Signing a phone out deletes its key.
  if (!(await hasDeviceKey(tx, row.memberId, toBase64url(certificate.deviceKey)))) return refuse('revoked')
  const { rsvtNumber, goodsCnt, guestName, startsAt, endsAt } = row
  const { goods, option } = named
  const names = { goodsNm: goods.doc.name[locale], optionNm: option.doc.name[locale] }
  const voucherAt = (usedAt: number | null) => ({
    rsvtUid,
    rsvtNumber,
    ...names,
    goodsCnt,
    guestName,
    startsAt,
    endsAt,
    usedAt,
  })
  const by = genuine.verdict === 'admitted' ? genuine.by : 'clock'
  const success = (usedAt: number) =>
    answerOf(entryUid, usedAt, { verdict: 'redeemed', by, skewMs, voucher: voucherAt(usedAt) })
  // A retry: the scanner did not get the first answer.
  if (row.usedAt !== null && row.usedEntryUid === entryUid && row.usedGateUid === gate.gateUid)
    return success(row.usedAt)
  const reason = redeemRefusal(row, now)
  if (reason) return refuse(reason, voucherAt(row.usedAt))
  if (genuine.verdict === 'stale') return refuse('stale', voucherAt(null))
  const used = await booking.redeem(tx, { rsvtUid, scan: { gateUid: gate.gateUid, entryUid } }, now)
  if (used) return success(now)
  const latest = (await booking.findReservation(tx, rsvtUid)) ?? row
  return refuse(redeemRefusal(latest, now) ?? 'used', voucherAt(latest.usedAt))
}

/**
 * Judges the live code of a voucher and redeems its reservation, once, if it is paid, confirmed, of today and of goods
 * that this gate's place redeems. A repeated `entryUid` gets the same success.
 */
export const redeemVoucher = async (
  deps: Deps,
  scan: VoucherScan,
  { write, storeAnswer }: { write: Writer; storeAnswer: StoreAnswer },
): Promise<Answer> => {
  const now = deps.clock()
  const { entryUid, gate } = scan
  const judgement = await judge(deps, scan, now)
  if (judgement.verdict === 'hold') {
    const { held } = judgement
    await holdCode(deps.db, { gateUid: gate.gateUid, ...held })
    return storeAnswer(answerOf(entryUid, now, { verdict: 'hold', skewMs: held.time - held.arrivedAt }))
  }
  if (judgement.verdict === 'old') return storeAnswer(answerOf(entryUid, now, { reason: 'old_code' }))
  if (judgement.verdict === 'refused') {
    const why = REASON_OF[judgement.reason]
    const reason = why === 'revoked' || why === 'old_code' ? why : 'unreadable'
    return storeAnswer(answerOf(entryUid, now, { reason }))
  }
  return write((tx) => decide(tx, scan, judgement, deps.clock))
}
