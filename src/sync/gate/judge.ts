import type { GateReason, GateRules } from '#contract/calls/gate.ts'
import type { Group, PassType } from '#contract/codes.ts'
import { ascii, fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import { cardMark } from '#contract/rules/card.ts'
import { REASON_OF } from '#contract/rules/gateReason.ts'
import { judgeCode, seenId, type Held, type Opened } from '#contract/rules/passCheck.ts'
import { readCode } from '#contract/rules/passCode.ts'
import { readScan, spelled, takesNetwork } from '#contract/rules/scan.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import type { GateDb, GatePass } from '#db/gate.ts'

/** The code before, when it was held, and when it came. */
export interface HeldCode {
  held: Held
  code: string
}

/** What this gate makes of a scan by itself. */
export type Local = {
  passType: PassType | null
  stored: GatePass | undefined
  /** In which this place counts for the pass; null: it does not take it, or is no attraction. */
  group: Group | null
} & (
  | {
      verdict: 'enter'
      key: string
      by: 'clock' | 'two_codes' | 'card'
      skewMs: number | null
      seenId: string | null
      /** Only of a live code. */
      opened: Opened | null
      held: HeldCode | null
    }
  /** `skewMs`: null when this gate's own clock is not believed. */
  | { verdict: 'hold'; held: HeldCode; skewMs: number | null }
  | { verdict: 'refused'; reason: GateReason }
  /** A card that the list does not know: staff decide. */
  | { verdict: 'ask'; key: string }
  /** Only the server can tell. */
  | { verdict: 'network' }
)

export interface LocalScan {
  text: string
  now: number
  rules: GateRules | undefined
  held: HeldCode | null
  /** Set while this gate's clock is not believed, see `Scan`. */
  notBefore: number | null
  /** Of this gate's own. */
  salt: string
  db: Pick<GateDb, 'seen' | 'passes'>
  subtle: SubtleCrypto
}

/** What is judged before it is known whose it is. */
export const NOBODY = { passType: null, stored: undefined, group: null }

const HASH_BYTES = 12
const hashOf = async (subtle: SubtleCrypto, salt: string, number: string): Promise<string> =>
  toBase64url(new Uint8Array(await subtle.digest('SHA-256', ascii(salt + number))).subarray(0, HASH_BYTES))

/**
 * The group in which this place counts for a pass: by the list of the pass's first entry as it was said last, with the
 * lists or in an answer after them; else as it is now.
 */
const groupAt = ({ group, madeAt, frozen }: GateRules, passUid: string, stored: GatePass | undefined): Group | null => {
  // Missing in lists that an earlier server made.
  const own = (frozen as GateRules['frozen'] | undefined)?.find((one) => one.passUid === passUid)
  if (own) return own.group
  return stored?.group !== undefined && stored.heardAt > madeAt ? stored.group : group
}

/** Why a pass that is known here is not entered with once more: what was used at this place, and what the server last said. */
const usedUp = (
  { place }: GateRules,
  { stored, group }: Pick<Local, 'stored' | 'group'>,
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

/** By its QR code; its entries here are known by its pass once the list names that. */
const judgeCard = async (scan: LocalScan & { rules: GateRules }, qr: string): Promise<Local> => {
  const { db, subtle, salt, rules, now, notBefore } = scan
  // Missing in lists that a server of the first release made.
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

const judgeLive = async (scan: LocalScan & { rules: GateRules }, text: string): Promise<Local> => {
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
  const why = judgement.verdict === 'refused' ? REASON_OF[judgement.reason] : null
  // Whoever wrote a code that is not genuine may name any pass.
  if (why !== null && why !== 'old_code') return { ...NOBODY, verdict: 'refused', reason: why }
  const reason = usedUp(rules, facts, Math.max(now, notBefore ?? now)) ?? why
  if (reason || judgement.verdict === 'refused') return { ...facts, verdict: 'refused', reason: reason ?? 'old_code' }
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
 * A scan, judged with no network (offline.md, The live QR): signatures, not-after, revoked epochs, time, what opened
 * here before. What other gates saw is not known here.
 */
export const judgeHere = async (scan: LocalScan): Promise<Local> => {
  const scanned = readScan(scan.text)
  const { rules } = scan
  if (scanned.kind === 'unreadable') return { ...NOBODY, verdict: 'refused', reason: 'unreadable' }
  if (!rules || scanned.kind === 'one_time' || takesNetwork(scanned)) return { ...NOBODY, verdict: 'network' }
  if (scanned.kind === 'card') return judgeCard({ ...scan, rules }, scanned.number)
  return judgeLive({ ...scan, rules }, scanned.text)
}

/** Names whose code this is, as far as it can be read off: the next visitor of a group, or still the same? */
export const subjectOf = (text: string): string => {
  const code = spelled(readScan(text)) ?? text.trim()
  return readCode(code)?.certificate.passUid ?? code
}
