import type { GateReason, GateRules } from '#contract/calls/gate.ts'
import type { Group, PassType } from '#contract/codes.ts'
import { ascii, fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import { cardMark } from '#contract/rules/card.ts'
import { REASON_OF } from '#contract/rules/gateReason.ts'
import { judgeCode, seenId, type HeldLiveCode, type Opened } from '#contract/rules/passCheck.ts'
import { readCode, readVoucherCode } from '#contract/rules/passCode.ts'
import { readScan, spelled, takesNetwork } from '#contract/rules/scan.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import type { GateDb, GatePass } from '#db/gate.ts'

/** The held code: its text, its time and its arrival. */
export interface HeldCode {
  held: HeldLiveCode
  code: string
}

/** This gate's own judgement of a scan. */
export type LocalJudgement = {
  passType: PassType | null
  stored: GatePass | undefined
  /** Group in which this place counts for the pass; null for an attraction without a group, and for other places. */
  group: Group | null
} & (
  | {
      verdict: 'enter'
      key: string
      by: 'clock' | 'two_codes' | 'card'
      skewMs: number | null
      seenId: string | null
      /** Null for a card. */
      opened: Opened | null
      held: HeldCode | null
    }
  /** `skewMs`: null while this gate's clock is not believed. */
  | { verdict: 'hold'; held: HeldCode; skewMs: number | null }
  | { verdict: 'refused'; reason: GateReason }
  /** An unlisted card: staff decide (G17). */
  | { verdict: 'ask'; key: string }
  /** See `GateAnswer`. */
  | { verdict: 'network' | 'scan_card' | 'no_lists' }
)

/** Input of `judgeLocally`; times in ms UTC. */
export interface LocalScan {
  text: string
  now: number
  rules: GateRules | undefined
  held: HeldCode | null
  /** The known instant while this gate's clock is not believed, else null; see `Scan`. */
  notBefore: number | null
  /** Random, of this scanner; hashes the QR codes of unlisted cards. */
  salt: string
  db: Pick<GateDb, 'seen' | 'passes'>
  subtle: SubtleCrypto
}

/** Facts of a scan whose pass is not known. */
export const NO_PASS = { passType: null, stored: undefined, group: null }

const HASH_BYTES = 12
const hashOf = async (subtle: SubtleCrypto, salt: string, number: string): Promise<string> =>
  toBase64url(new Uint8Array(await subtle.digest('SHA-256', ascii(salt + number))).subarray(0, HASH_BYTES))

/**
 * Returns the group in which this place counts for a pass: that of the pass's first entry, where the lists or a later
 * answer of the server say so; else the present one (G15).
 */
const groupAt = ({ group, madeAt, frozen }: GateRules, passUid: string, stored: GatePass | undefined): Group | null => {
  // Lists of earlier servers have no `frozen`.
  const own = (frozen as GateRules['frozen'] | undefined)?.find((one) => one.passUid === passUid)
  if (own) return own.group
  return stored?.group !== undefined && stored.heardAt > madeAt ? stored.group : group
}

/** Returns why a known pass is refused by its uses at this place and the server's last answer (G14), or null. */
const usedUp = (
  { place }: GateRules,
  { stored, group }: Pick<LocalJudgement, 'stored' | 'group'>,
  now: number,
): GateReason | null => {
  if (place.kind === 'attraction' && group === null) return 'not_valid_here'
  if (!stored) return null
  if (stored.expiresAt !== null && now >= stored.expiresAt) return 'expired'
  if (place.kind === 'receiptplace') return null
  if (stored.used) return 'used_here'
  if (group === null) return null
  const entries = stored.allowance?.[group]
  return entries && entries.used >= entries.total ? 'allowance_spent' : null
}

/** Judges the QR code of a card (G17). A listed card is stored by its pass, an unlisted one by a hash of its code. */
const judgeCard = async (scan: LocalScan & { rules: GateRules }, qr: string): Promise<LocalJudgement> => {
  const { db, subtle, salt, rules, now, notBefore } = scan
  // Lists of servers of the first release have no `cardList`.
  const list = rules.cardList as GateRules['cardList'] | undefined
  const mark = list && (await cardMark(subtle, list.key, qr))
  const listed = list?.live.find((card) => card.mark === mark)
  const unlistedKey = `card:${await hashOf(subtle, salt, qr)}`
  const stored = (listed && (await db.passes.get(listed.passUid))) ?? (await db.passes.get(unlistedKey))
  const facts = { passType: null, stored, group: groupAt(rules, listed?.passUid ?? unlistedKey, stored) }
  if (mark && list.blocked.includes(mark)) return { ...facts, verdict: 'refused', reason: 'card_blocked' }
  const reason = usedUp(rules, facts, Math.max(now, notBefore ?? now))
  if (reason) return { ...facts, verdict: 'refused', reason }
  if (!listed) return { ...facts, verdict: 'ask', key: unlistedKey }
  const key = listed.passUid
  return { ...facts, verdict: 'enter', key, by: 'card', skewMs: null, seenId: null, opened: null, held: null }
}

/** Judges a live code. */
const judgeLive = async (scan: LocalScan & { rules: GateRules }, text: string): Promise<LocalJudgement> => {
  const { db, subtle, rules, now, held, notBefore } = scan
  const code = readCode(text)
  const { passUid = '', epoch = 0, passType = null } = code?.certificate ?? {}
  const id = seenId({ passUid, epoch, time: code?.time ?? 0 })
  const stored = await db.passes.get(passUid)
  const facts = { passType, stored, group: groupAt(rules, passUid, stored) }
  const judgement = await judgeCode(
    {
      text,
      now,
      issuerKeys: new Map(
        rules.keys.map(({ keyId, publicKey }) => [keyId, fromBase64url(publicKey) ?? new Uint8Array()]),
      ),
      revoked: new Map(rules.revoked.map((row) => [row.passUid, row.epoch])),
      seen: new Set((await db.seen.get(id)) ? [id] : []),
      held: held?.held ?? null,
      opened: stored?.opened ?? null,
      notBefore,
    },
    verifyWith(subtle),
  )
  if (judgement.verdict === 'old') return { ...facts, verdict: 'refused', reason: 'old_code' }
  const reason = usedUp(rules, facts, Math.max(now, notBefore ?? now))
  if (judgement.verdict === 'refused') {
    const why = REASON_OF[judgement.reason]
    // A code that is not genuine may name any pass, so that the answer says nothing about it (G2).
    if (why !== 'old_code') return { ...NO_PASS, verdict: 'refused', reason: why }
    return { ...facts, verdict: 'refused', reason: reason ?? why }
  }
  if (reason !== null) return { ...facts, verdict: 'refused', reason }
  if (judgement.verdict === 'stale') return { ...facts, verdict: 'refused', reason: 'stale' }
  if (judgement.verdict === 'hold') {
    const same = judgement.held === held?.held
    const skewMs = notBefore === null ? judgement.held.time - judgement.held.arrivedAt : null
    return { ...facts, verdict: 'hold', held: same ? held : { held: judgement.held, code: text }, skewMs }
  }
  const { by, skewMs, time } = judgement
  const opened = { epoch, time }
  return {
    ...facts,
    verdict: 'enter',
    key: passUid,
    by,
    skewMs,
    seenId: id,
    opened,
    held: by === 'two_codes' ? held : null,
  }
}

/**
 * Judges a scan without a network (G1, G3, G4, G7, G14): signatures, end of the certificate, revoked epochs, time, and
 * what opened at this gate before. What other gates admitted is not known.
 */
export const judgeLocally = async (scan: LocalScan): Promise<LocalJudgement> => {
  const scanned = readScan(scan.text)
  const { rules } = scan
  if (scanned.kind === 'unreadable') return { ...NO_PASS, verdict: 'refused', reason: 'unreadable' }
  if (!rules) return { ...NO_PASS, verdict: 'no_lists' }
  if (scanned.kind === 'one_time' || scanned.kind === 'wallet' || takesNetwork(scanned))
    return { ...NO_PASS, verdict: 'network' }
  if (scanned.kind === 'card') return judgeCard({ ...scan, rules }, scanned.number)
  return judgeLive({ ...scan, rules }, scanned.text)
}

/** Returns the id of the pass or reservation of a live code, else the text itself: shows whether two scans in a row are of one visitor. */
export const subjectOf = (text: string): string => {
  const code = spelled(readScan(text)) ?? text.trim()
  return (readCode(code) ?? readVoucherCode(code))?.certificate.passUid ?? code
}
