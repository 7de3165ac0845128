import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { KEY_ALGORITHMS } from '#contract/calls/mypage.ts'
import { member } from './member.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** A phone's registered key; the private half never leaves the phone. */
export const device = pgTable(
  'device',
  {
    deviceUid: uuid('device_uid').primaryKey(),
    memberId: uuid('member_id').notNull(),
    algorithm: text('algorithm', { enum: KEY_ALGORITHMS }).notNull(),
    /** Base64url of 32 or 33 bytes. */
    publicKey: text('public_key').notNull(),
    label: text('label'),
    registeredAt: instant('registered_at').notNull(),
    /** The session on that phone when it last registered; null in rows of releases that did not store it. */
    sessionId: uuid('session_id'),
  },
  (table) => [uniqueIndex('device_key').on(table.memberId, table.publicKey)],
)

/** A nonce for a phone to sign: usable once, within five minutes. */
export const deviceNonce = pgTable(
  'device_nonce',
  {
    nonce: text('nonce').primaryKey(),
    memberId: uuid('member_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('device_nonce_expires').on(table.expiresAt)],
)

/** Moves of a pass from one phone to another. */
export const passMove = pgTable(
  'pass_move',
  {
    id: uuid('id').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    fromDeviceUid: uuid('from_device_uid').notNull(),
    toDeviceUid: uuid('to_device_uid').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('pass_move_pass').on(table.passUid, table.at)],
)

/** A member's link that signs a phone in; a new one replaces it (`server/modules/device/phoneLink.ts`). */
export const phoneLink = pgTable(
  'phone_link',
  {
    memberId: uuid('member_id')
      .primaryKey()
      .references(() => member.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** The session of the computer: the link ends with it. */
    sessionId: uuid('session_id').notNull(),
    /** The pass that the phone is to show. */
    passUid: uuid('pass_uid'),
    /** Keyed hash of the secret in the link. */
    secretHash: text('secret_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Keyed hash of what the phone that claimed the link proves itself by. */
    claimHash: text('claim_hash'),
    /** Browser and system of that phone. */
    label: text('label'),
    confirmedAt: instant('confirmed_at'),
    openedAt: instant('opened_at'),
    /** The session of the phone. */
    openedSessionId: uuid('opened_session_id'),
  },
  (table) => [
    uniqueIndex('phone_link_secret').on(table.secretHash),
    uniqueIndex('phone_link_claim').on(table.claimHash),
    index('phone_link_expires').on(table.expiresAt),
  ],
)
