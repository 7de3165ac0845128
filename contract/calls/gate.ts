import * as z from 'zod/mini'
import { PASS_TYPES } from '../codes.ts'
import { GATE_LABEL_MAX, JOURNAL_MAX, SCAN_MAX, UNDO_REASON_MAX } from '../limits.ts'
import { call } from './call.ts'
import { base64url, group, instant, text, uuid, yn } from './fields.ts'
import { PASS_STATES } from './mypage.ts'

/**
 * The gate: staff at one place. An attraction admits, a venue records that a discount was used, a receipt place hands
 * over card passes. Its bearer token is the credential that enrolment gave, for this place alone.
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
  body: z.strictObject({
    /** Sixteen letters and digits; spaces, hyphens and small letters do not matter. */
    code: text(40),
    /** What staff call this scanner. */
    label: z.optional(text(GATE_LABEL_MAX)),
  }),
  data: z.object({
    gateUid: uuid,
    place,
    /** The bearer token of all calls of this gate. Said once, kept only as a hash. */
    credential: z.string(),
  }),
})

/** Why a code opens nothing; the sentence for each is the gate's. */
export const GATE_REASONS = [
  /** No code of ours, or forged, or one whose one-time code was used or is over. */
  'unreadable',
  /** A picture: shown before, or too old and not followed by a next one. */
  'old_code',
  /** Moved to another phone, given away, or its phone was signed out. */
  'revoked',
  /** The window is over, or never began within its five years. */
  'expired',
  'refunded',
  /** Lies in a gift that was not accepted yet: “take the gift back first”. */
  'gift_pending',
  'card_blocked',
  'used_here',
  'allowance_spent',
  /** This place takes no pass. */
  'not_valid_here',
] as const
export type GateReason = (typeof GATE_REASONS)[number]

export const ENTRY_BY = ['clock', 'two_codes', 'one_time', 'card'] as const

export const verdict = z.object({
  /** `hold`: a good code of another time; scan the next one. `recorded`: a discount was used. */
  verdict: z.enum(['admitted', 'recorded', 'hold', 'refused']),
  /** Only when refused. */
  reason: z.nullable(z.enum(GATE_REASONS)),
  entryUid: uuid,
  /** When it was judged, by the server's clock. */
  at: instant,
  /** How the code was believed; only of an entry. */
  by: z.nullable(z.enum(ENTRY_BY)),
  /** Phone's clock minus the gate's, ms; null without a live code. */
  skewMs: z.nullable(z.int()),
  /** The entry may be undone before this. */
  undoUntil: z.nullable(instant),
  /** The pass as it stands afterwards; null while it is not known whose code this is. */
  pass: z.nullable(
    z.object({
      passUid: uuid,
      passType: z.enum(PASS_TYPES),
      state: z.enum(PASS_STATES),
      /** Name on the pass, for a one-time code alone: to be compared with the visitor’s passport. */
      holder: z.nullable(z.string()),
      activatedAt: z.nullable(instant),
      expiresAt: z.nullable(instant),
      allowance: z.nullable(
        z.object({ A: z.object({ total: z.int(), used: z.int() }), B: z.object({ total: z.int(), used: z.int() }) }),
      ),
      /** The group in which this attraction counts for this pass; null: it takes it not, or is no attraction. */
      group,
      /** Uses at this very place before, the newest; null: none. */
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
  body: z.strictObject({
    /** Made by the gate for this scan: the same id is the same entry, also when it comes later in a journal. */
    entryUid: uuid,
    /** What was scanned or typed: a live code, a one-time code, a card's number. */
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
    /** Server's clock when these lists were made: their age is shown at the gate. */
    madeAt: instant,
    /** Public keys of the issuer by their names in certificates. Nothing here can sign. */
    keys: z.array(z.object({ keyId: z.string(), publicKey: base64url })),
    /** Certificates of a pass up to and including this epoch are void. */
    revoked: z.array(z.object({ passUid: uuid, epoch: z.int() })),
    /** Of an attraction: the group it counts in; null takes no pass. Venues and receipt places: null. */
    group,
    /**
     * Passes in use for which this attraction counts in another group: that of the list at their first entry. Null: it
     * takes this pass not.
     */
    frozen: z.array(z.object({ passUid: uuid, group })),
    /**
     * For gates of the first release: QR codes of card passes, as base64url of the first twelve bytes of SHA-256 over
     * `salt` and the code. Empty but at attractions.
     */
    cards: z.object({ salt: z.string(), live: z.array(z.string()), blocked: z.array(z.string()) }),
    /**
     * QR codes of card passes by their `cardMark` under this gate's key, each with its pass; null but at attractions.
     * Printed numbers stand in no list: they are good online only.
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

/** One entry that was made with no network, as the gate wrote it down. */
export const journalEntry = z.strictObject({
  entryUid: uuid,
  /** Counts up in this gate's journal and never starts again. */
  seq: z.int32().check(z.gte(1)),
  /** The gate's clock. */
  at: instant,
  /** The whole code: the server verifies it again. */
  code: text(SCAN_MAX),
  /** The code before it that was held, when two codes proved a living phone. */
  held: z.optional(z.strictObject({ code: text(SCAN_MAX), at: instant })),
  /** Taken back at the gate. */
  undone: z.optional(
    z.strictObject({ at: instant, reason: z.enum(UNDO_REASONS), note: z.optional(text(UNDO_REASON_MAX)) }),
  ),
})
export type JournalEntry = z.infer<typeof journalEntry>

/** Why an entry of a journal is kept for the desk instead of being entered. */
export const CONFLICT_REASONS = [...GATE_REASONS, 'time', 'sequence', 'undo', 'held'] as const

export const journal = call({
  method: 'POST',
  path: '/gate/journal',
  who: 'gate',
  addition: true,
  summary: 'Uploads entries that were made with no network; each is verified again and taken once',
  body: z.strictObject({
    /** In the order of their sequence; empty says only that nothing waits. */
    entries: z.array(journalEntry).check(z.maxLength(JOURNAL_MAX)),
    /** More of the same time offline follows in a next upload; otherwise later entries must be younger than this one. */
    moreYn: yn,
  }),
  data: z.object({
    /** One for each entry that was sent: all of them are kept, none has to be sent again. */
    results: z.array(
      z.object({
        entryUid: uuid,
        /** `marked`: entered although the same was used elsewhere meanwhile. `conflict`: kept for the desk. */
        outcome: z.enum(['entered', 'recorded', 'marked', 'undone', 'conflict']),
        reason: z.nullable(z.enum(CONFLICT_REASONS)),
      }),
    ),
    /** The highest sequence that was taken. */
    seq: z.int(),
  }),
})
export type JournalResult = z.infer<(typeof journal)['data']>['results'][number]
