import * as z from 'zod/mini'
import { PASS_TYPES } from '../codes.ts'
import { GATE_LABEL_MAX, JOURNAL_MAX, SCAN_MAX, UNDO_REASON_MAX } from '../limits.ts'
import { call } from './call.ts'
import { base64url, group, instant, text, uuid, yn } from './fields.ts'
import { PASS_STATES } from './mypage.ts'

/**
 * Calls of a gate: a scanner of the staff of one place. An attraction admits, a venue records that a discount was used,
 * a receipt place hands over card passes. The bearer token is the gate's credential from its enrolment.
 */

export const PLACE_KINDS = ['attraction', 'venue', 'receiptplace'] as const

export const place = z.object({
  kind: z.enum(PLACE_KINDS),
  uid: z.string(),
  /** In the language of the call. */
  name: z.string(),
})
export type Place = z.infer<typeof place>

export const enrol = call({
  method: 'POST',
  path: '/gate/enrol',
  who: 'anonymous',
  addition: true,
  unstored: true,
  summary: 'Trades an enrolment code (ten minutes, once) for the credential of a gate at one place',
  refuses: ['E_GATE_CODE', 'E_THROTTLED'],
  body: z.strictObject({
    /** The enrolment code: 16 letters and digits; spaces, hyphens and case are ignored. */
    code: text(40),
    /** Name of this scanner for staff. */
    label: z.optional(text(GATE_LABEL_MAX)),
  }),
  data: z.object({
    gateUid: uuid,
    place,
    /** The bearer token of all calls of this gate. Sent only in this response; the server stores its hash. */
    credential: z.string(),
  }),
})

/** Reasons of a refusal that gates of every release know. */
const FIRST_REASONS = [
  /** Not a code of ours, or forged. */
  'unreadable',
  /**
   * A picture of a code: shown before, or too old and not followed by a next one. Or a one-time code that was used or
   * has expired.
   */
  'old_code',
  /** The pass was moved to another phone or given away, or its phone was signed out. */
  'revoked',
  /** The window is over, or did not start within five years. */
  'expired',
  'refunded',
  /** The pass is in a gift that was not accepted yet; the holder can take it back. */
  'gift_pending',
  'card_blocked',
  'used_here',
  'allowance_spent',
  /** This place does not take the pass. */
  'not_valid_here',
] as const
export type FirstReason = (typeof FIRST_REASONS)[number]

/** Reasons of a refusal; the gate app has the sentence for each. */
export const GATE_REASONS = [
  ...FIRST_REASONS,
  /** The certificate has expired because the phone did not renew it; the pass may still be valid. */
  'stale',
] as const
export type GateReason = (typeof GATE_REASONS)[number]

/** What admitted the pass: a live code by its time, or by two codes in a row (G7); a one-time code; a card; a wallet pass. */
export const ENTRY_BY = ['clock', 'two_codes', 'one_time', 'card', 'wallet'] as const

export const verdict = z.object({
  /** `hold`: a genuine code of another time; scan the next one. `recorded`: a discount was used. */
  verdict: z.enum(['admitted', 'recorded', 'hold', 'refused']),
  /** Only when refused: the nearest reason that gates of the first release know. An unknown one breaks their screen. */
  reason: z.nullable(z.enum(FIRST_REASONS)),
  /** Only when refused: the exact reason. */
  exactReason: z.nullable(z.enum(GATE_REASONS)),
  entryUid: uuid,
  /** Time of the verdict by the server's clock. */
  at: instant,
  /** What proved the code; only with an entry. */
  by: z.nullable(z.enum(ENTRY_BY)),
  /** The phone's clock minus the gate's, ms; null without a live code. */
  skewMs: z.nullable(z.int()),
  /** The entry may be undone before this. */
  undoUntil: z.nullable(instant),
  /** The pass after this scan; null when the code identifies no pass. */
  pass: z.nullable(
    z.object({
      passUid: uuid,
      passType: z.enum(PASS_TYPES),
      state: z.enum(PASS_STATES),
      /** Name on the pass, to compare with the visitor’s passport; only with a one-time code and a wallet pass. */
      holder: z.nullable(z.string()),
      activatedAt: z.nullable(instant),
      expiresAt: z.nullable(instant),
      allowance: z.nullable(
        z.object({ A: z.object({ total: z.int(), used: z.int() }), B: z.object({ total: z.int(), used: z.int() }) }),
      ),
      /** Group in which this attraction counts for this pass; null: it does not take the pass, or is no attraction. */
      group,
      /** Time of the latest earlier use at this place; null: none. */
      hereBefore: z.nullable(instant),
    }),
  ),
})
export type Verdict = z.infer<typeof verdict>

export const admit = call({
  method: 'POST',
  path: '/gate/admit',
  who: 'gate',
  addition: true,
  summary: 'Judges a scanned code and enters it, online: signatures, window, allowance, once per attraction',
  refuses: ['E_GATE_PLACE', 'E_CARD_NUMBER', 'E_THROTTLED'],
  body: z.strictObject({
    /** Made by the gate for this scan: the same id is the same entry, also when it arrives again in a journal. */
    entryUid: uuid,
    /** The scanned or typed text: a live code, a one-time code, the code of a wallet pass, or a card's number. */
    code: text(SCAN_MAX),
  }),
  data: verdict,
})

export const UNDO_REASONS = ['wrong_pass', 'did_not_enter', 'scanned_twice', 'other'] as const

export const undo = call({
  method: 'POST',
  path: '/gate/undo',
  who: 'gate',
  addition: true,
  summary: 'Takes back an entry of this gate within sixty seconds, with a reason',
  refuses: ['E_NOT_FOUND', 'E_UNDO_LATE'],
  body: z.strictObject({
    entryUid: uuid,
    reason: z.enum(UNDO_REASONS),
    note: z.optional(text(UNDO_REASON_MAX)),
  }),
  data: z.object({ entryUid: uuid, undoneAt: instant, reason: z.enum(UNDO_REASONS) }),
})

export const rules = call({
  method: 'GET',
  path: '/gate/rules',
  who: 'gate',
  addition: true,
  summary: 'What a gate needs to judge codes with no network: public keys, revoked codes, its place, marks of cards',
  data: z.object({
    place,
    /** The server's clock when these lists were made; the gate shows their age. */
    madeAt: instant,
    /** Public keys of the issuer by their `keyId` in certificates. */
    keys: z.array(z.object({ keyId: z.string(), publicKey: base64url })),
    /** By pass: the highest epoch whose certificates are void. */
    revoked: z.array(z.object({ passUid: uuid, epoch: z.int() })),
    /** Group of an attraction; null: it takes no pass, or the place is a venue or receipt place. */
    group,
    /**
     * Passes in use for which this attraction counts in another group, by the group list of their first entry. `group`
     * null: it does not take the pass.
     */
    frozen: z.array(z.object({ passUid: uuid, group })),
    /**
     * For gates of the first release: QR codes of card passes, as base64url of the first twelve bytes of SHA-256 over
     * `salt` and the code. Empty except at attractions.
     */
    cards: z.object({ salt: z.string(), live: z.array(z.string()), blocked: z.array(z.string()) }),
    /**
     * QR codes of card passes as `cardMark` under this gate's key, each with its pass; null except at attractions.
     * Printed numbers are in no list, because gates accept them online only.
     */
    cardList: z.nullable(
      z.object({
        key: base64url,
        live: z.array(z.object({ mark: z.string(), passUid: uuid })),
        blocked: z.array(z.string()),
      }),
    ),
    /** Milliseconds. */
    limits: z.object({ skewMs: z.int(), holdMs: z.int(), periodMs: z.int(), undoMs: z.int() }),
  }),
})
export type GateRules = z.infer<(typeof rules)['data']>

/** One entry that the gate made offline. */
export const journalEntry = z.strictObject({
  entryUid: uuid,
  /** Sequence number in this gate's journal; rises and is never reset. */
  seq: z.int32().check(z.gte(1)),
  /** Time of the entry by the gate's clock. */
  at: instant,
  /** The whole code: the server verifies it again. */
  code: text(SCAN_MAX),
  /** The held code before it, when two codes admitted the pass (G7). */
  held: z.optional(z.strictObject({ code: text(SCAN_MAX), at: instant })),
  /** Present when staff undid the entry. */
  undone: z.optional(
    z.strictObject({ at: instant, reason: z.enum(UNDO_REASONS), note: z.optional(text(UNDO_REASON_MAX)) }),
  ),
})
export type JournalEntry = z.infer<typeof journalEntry>

/**
 * Why a journal entry is a conflict, kept for the desk, or is marked. `time`: from before the gate's last contact, more
 * than a week old, or in the future. `sequence`: its number or its id was used before. `undo`: undone too late. `held`:
 * a live code of another time, without the next code that proves it.
 */
export const CONFLICT_REASONS = [...FIRST_REASONS, 'time', 'sequence', 'undo', 'held'] as const

export const journal = call({
  method: 'POST',
  path: '/gate/journal',
  who: 'gate',
  addition: true,
  summary: 'Uploads entries that were made with no network; each is verified again and taken once',
  refuses: ['E_GATE_PLACE'],
  body: z.strictObject({
    /** In the order of `seq`; an empty list reports that the journal is empty. */
    entries: z.array(journalEntry).check(z.maxLength(JOURNAL_MAX)),
    /** `Y`: more entries of the same time offline follow. `N`: all later entries must be newer than this upload. */
    moreYn: yn,
  }),
  data: z.object({
    /** One for each entry of the request. The server has stored all of them; none needs to be sent again. */
    results: z.array(
      z.object({
        entryUid: uuid,
        /** `marked`: stored but not counted, because the pass was used up elsewhere. `conflict`: kept for the desk. */
        outcome: z.enum(['entered', 'recorded', 'marked', 'undone', 'conflict']),
        reason: z.nullable(z.enum(CONFLICT_REASONS)),
      }),
    ),
    /** The highest sequence number that the server has stored. */
    seq: z.int(),
  }),
})
export type JournalResult = z.infer<(typeof journal)['data']>['results'][number]
