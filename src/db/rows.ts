import type { Locale } from '#contract/locales.ts'

/** Rows of tables that several databases have. */

/** The stamp of a part or shared answer: its age, its generation and its doubt. */
export interface Stamp {
  key: string
  /** When a server last sent the whole of it, in ms, server-corrected; null before. */
  at: number | null
  etag: string | null
  generation: number
  /** The language in which it was pulled; missing in rows of earlier releases, and for a shared answer. */
  locale?: Locale
  /** The last write may be older than what it replaced: the next round fetches the part (M14). */
  doubt?: true
}

/** A shared answer, such as `catalogue:en`. */
export interface SharedRow {
  key: string
  data: unknown
}

/** A single value under a fixed key. */
export interface ValueRow {
  key: string
  value: unknown
}

/** An action of the outbox. There is no stored state of being sent, in which a crash could strand it (O12). */
export interface OutboxRow {
  /** Order of intent; set by the database. */
  seq?: number
  /** UUIDv7: the idempotency key, and the id of an inquiry (O1). */
  id: string
  /** Name of the command, never the address of a call. */
  command: string
  version: number
  /** The wished state, never a toggle (O2). */
  args: unknown
  lane: string
  /** A member id, or `device` for guests and sign-outs. */
  owner: string
  /** Number of requests begun. An answer to an earlier request settles nothing (O14). */
  attempts: number
  /** Due at this time (phone's ms); `wait` is how long that wait was, against a clock that is set back (O33). */
  nextAt: number
  wait: number
  /** The last attempt got no answer. */
  lost: boolean
  /** When the running attempt began (phone's ms); for display only. */
  triedAt: number | null
  /** When the person wished it, ms, server-corrected. */
  writtenAt: number
  /** Number of answers in a row with a code that this build does not know (O37). */
  unknown: number
  /**
   * The server's code, when refused, and when the answer came (ms, server-corrected). Rows of earlier releases have no
   * `at`.
   */
  refused: { code: string; at?: number } | null
  /** The person must decide: too old, or not understood. */
  asks: 'old' | 'unknown' | null
  /** The person decided to send it although it is old. */
  allowed: boolean
}

/** A photo of an inquiry. Its bytes are in a table of their own, so that lists do not read them. */
export interface PhotoRow {
  /** UUIDv7 of the choosing, or `fileUid` of a photo that the server sent: an inquiry's photos are in this order. */
  id: string
  /** The inquiry, and the action that sends it. */
  inquiryId: string
  /** The idempotency key of the upload, written before its first request (O48). */
  uploadKey: string
  /** Its id at the server; null before the upload. */
  fileUid: string | null
  /** The server's code, when it has refused the photo. */
  refused: string | null
  /** When it was chosen or fetched, phone's ms. */
  at: number
  /** The server has the inquiry: the photo is stored for showing it only. */
  isSent: boolean
}

/** The bytes of a photo, under the id of its row. */
export interface PhotoBytes {
  id: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Owner of the actions of guests and of sign-outs (O44, O45). */
export const DEVICE_OWNER = 'device'
