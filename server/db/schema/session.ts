import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { LOCALES } from '#contract/locales.ts'
import { member } from './member.ts'

/** One sign-in, with the family of refresh tokens that grew from it. */
export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** "Keep me signed in" (`autoLgnYn`). */
    keep: boolean('keep').notNull(),
    /** Number of the youngest refresh token. The one before it is answered with the same successor. */
    generation: integer('generation').notNull(),
    /** When the youngest refresh token was made: with it the same token can be made again. */
    rotatedAt: bigint('rotated_at', { mode: 'number' }).notNull(),
    startedAt: bigint('started_at', { mode: 'number' }).notNull(),
    /** Absolute: rotation does not move it. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    endedAt: bigint('ended_at', { mode: 'number' }),
    /** Opened by a temporary password: good for setting a new one, and nothing else. */
    passwordOnly: boolean('password_only').notNull().default(false),
    /** Browser and system, `Chrome · Android`. */
    label: text('label'),
    /** The language of the sign-in; null in sessions of releases before it was kept. */
    locale: text('locale', { enum: LOCALES }),
  },
  (table) => [index('session_member').on(table.memberId), index('session_expires').on(table.expiresAt)],
)

/** Who has to wait. Keys are keyed hashes: no address and no email is kept. */
export const throttle = pgTable(
  'throttle',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    nextAt: bigint('next_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('throttle_next').on(table.nextAt)],
)
