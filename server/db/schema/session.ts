import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { LOCALES } from '#contract/locales.ts'
import { member } from './member.ts'

/** One sign-in, with its family of refresh tokens. */
export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** “Keep me signed in” (`autoLgnYn`). */
    keep: boolean('keep').notNull(),
    /** Number of the newest refresh token. A retry with the one before it gets the same successor. */
    generation: integer('generation').notNull(),
    /** When the newest refresh token was made, from which the same token can be derived again. */
    rotatedAt: bigint('rotated_at', { mode: 'number' }).notNull(),
    startedAt: bigint('started_at', { mode: 'number' }).notNull(),
    /** Absolute: rotation does not extend it. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    endedAt: bigint('ended_at', { mode: 'number' }),
    /** When a call last used it, to about an hour; null until an hour after the sign-in. */
    usedAt: bigint('used_at', { mode: 'number' }),
    /** Opened by a temporary password: it can only set a new password. */
    passwordOnly: boolean('password_only').notNull().default(false),
    /** Opened by another session's link (decision 0357): nobody proved on this device who they are. */
    linked: boolean('linked').notNull().default(false),
    /** Browser and system, `Chrome · Android`. */
    label: text('label'),
    /** Language of the sign-in, or of a renewal since; null in sessions of releases that did not store it. */
    locale: text('locale', { enum: LOCALES }),
  },
  (table) => [index('session_member').on(table.memberId), index('session_expires').on(table.expiresAt)],
)

/** Throttling state. Keys are keyed hashes: no address and no email is stored. */
export const throttle = pgTable(
  'throttle',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    nextAt: bigint('next_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('throttle_next').on(table.nextAt)],
)
