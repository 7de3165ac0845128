import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { member } from './member.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** A passkey of a member: the public half; the private one never leaves the phone or its password manager. */
export const passkey = pgTable(
  'passkey',
  {
    passkeyUid: uuid('passkey_uid').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** Base64url, as the browser names it. */
    credentialId: text('credential_id').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures so far, by the authenticator's own count; 0 for those that do not count. */
    signCount: bigint('sign_count', { mode: 'number' }).notNull(),
    /** What the member calls it; null: by the device that made it. */
    name: text('name'),
    /** Browser and system that made it, `Chrome · Android`. */
    label: text('label'),
    addedAt: instant('added_at').notNull(),
    /** The last sign-in by it. */
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('passkey_credential').on(table.credentialId), index('passkey_member').on(table.memberId)],
)

/** A challenge for a passkey to sign: usable once, within five minutes. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    /** Keyed hash of the challenge. */
    challengeHash: text('challenge_hash').primaryKey(),
    /** The member who adds a passkey; null: somebody signs in. */
    memberId: uuid('member_id').references(() => member.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('passkey_challenge_member').on(table.memberId),
    index('passkey_challenge_expires').on(table.expiresAt),
  ],
)
