import type { GateReason, GateRules } from '#contract/calls/gate.ts'
import type { PassType } from '#contract/codes.ts'
import { ascii, fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import { REASON_OF } from '#contract/rules/gateReason.ts'
import { judgeCode, seenId, type Held } from '#contract/rules/passCheck.ts'
import { readCode } from '#contract/rules/passCode.ts'
import { readScan, spelled } from '#contract/rules/scan.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import type { GateDb, GatePass } from '#db/gate.ts'

/** The code before, when it was held, and when it came. */
export interface HeldCode {
  held: Held
  code: string
}

/** What this gate makes of a scan by itself. */
export type Local = { passType: PassType | null; known: GatePass | undefined } & (
  | {
      verdict: 'enter'
      key: string
      by: 'clock' | 'two_codes' | 'card'
      skewMs: number | null
      seenId: string | null
      held: HeldCode | null
    }
  | { verdict: 'hold'; held: HeldCode; skewMs: number }
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
  /** Of this gate's own. */
  salt: string
  db: Pick<GateDb, 'seen' | 'passes'>
  subtle: SubtleCrypto
}

const HASH_BYTES = 12
const hashOf = async (subtle: SubtleCrypto, salt: string, number: string): Promise<string> =>
  toBase64url(new Uint8Array(await subtle.digest('SHA-256', ascii(salt + number))).subarray(0, HASH_BYTES))

/** Why a pass that is known here is not entered with once more: what was used at this place, and what the server last said. */
const usedUp = ({ place, group }: GateRules, known: GatePass | undefined, now: number): GateReason | null => {
  if (place.kind === 'attraction' && group === null) return 'not_valid_here'
  if (!known) return null
  if (known.expiresAt !== null && now >= known.expiresAt) return 'expired'
  if (place.kind !== 'attraction' || group === null) return null
  if (known.used) return 'used_here'
  const left = known.allowance?.[group]
  return left && left.used >= left.total ? 'allowance_spent' : null
}

const judgeCard = async (scan: LocalScan & { rules: GateRules }, number: string): Promise<Local> => {
  const { db, subtle, salt, rules, now } = scan
  const key = `card:${await hashOf(subtle, salt, number)}`
  const known = await db.passes.get(key)
  const more = { passType: null, known }
  const hash = await hashOf(subtle, rules.cards.salt, number)
  if (rules.cards.blocked.includes(hash)) return { ...more, verdict: 'refused', reason: 'card_blocked' }
  const reason = usedUp(rules, known, now)
  if (reason) return { ...more, verdict: 'refused', reason }
  if (!rules.cards.live.includes(hash)) return { ...more, verdict: 'ask', key }
  return { ...more, verdict: 'enter', key, by: 'card', skewMs: null, seenId: null, held: null }
}

const judgeLive = async (scan: LocalScan & { rules: GateRules }, text: string): Promise<Local> => {
  const { db, subtle, rules, now, held } = scan
  const code = readCode(text)
  const { passUid = '', epoch = 0, passType = null } = code?.certificate ?? {}
  const id = seenId({ passUid, epoch, time: code?.time ?? 0 })
  const known = await db.passes.get(passUid)
  const more = { passType, known }
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
    },
    verifyWith(subtle),
  )
  if (judgement.verdict === 'old') return { ...more, verdict: 'refused', reason: 'old_code' }
  const why = judgement.verdict === 'refused' ? REASON_OF[judgement.reason] : null
  // Whoever wrote a code that is not genuine may name any pass.
  if (why !== null && why !== 'old_code') return { passType: null, known: undefined, verdict: 'refused', reason: why }
  const reason = usedUp(rules, known, now) ?? why
  if (reason || judgement.verdict === 'refused') return { ...more, verdict: 'refused', reason: reason ?? 'old_code' }
  if (judgement.verdict === 'hold') {
    const same = judgement.held === held?.held
    const skewMs = judgement.held.time - judgement.held.arrivedAt
    return { ...more, verdict: 'hold', held: same ? held : { held: judgement.held, code: text }, skewMs }
  }
  const { by, skewMs } = judgement
  return { ...more, verdict: 'enter', key: passUid, by, skewMs, seenId: id, held: by === 'two_codes' ? held : null }
}

/**
 * A scan, judged with no network (offline.md, The live QR): signatures, not-after, revoked epochs, time, what opened
 * here before. What other gates saw is not known here.
 */
export const judgeHere = async (scan: LocalScan): Promise<Local> => {
  const none = { passType: null, known: undefined }
  const scanned = readScan(scan.text)
  const { rules } = scan
  if (scanned.kind === 'unreadable') return { ...none, verdict: 'refused', reason: 'unreadable' }
  if (!rules || scanned.kind === 'one_time') return { ...none, verdict: 'network' }
  if (scanned.kind === 'card') return judgeCard({ ...scan, rules }, scanned.number)
  return judgeLive({ ...scan, rules }, scanned.text)
}

/** Names whose code this is, as far as it can be read off: the next visitor of a group, or still the same? */
export const subjectOf = (text: string): string => {
  const code = spelled(readScan(text)) ?? text.trim()
  return readCode(code)?.certificate.passUid ?? code
}
