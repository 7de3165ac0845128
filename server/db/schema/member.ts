import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PROVIDERS } from '#contract/calls/easyLogin.ts'
import { GENDERS } from '#contract/codes.ts'

/** A person with an account (specification 3). The email is the ID, always in lower case. */
export const member = pgTable(
  'member',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** argon2id, PHC string; null: signs in by a provider alone. */
    passwordHash: text('password_hash'),
    engSurname: text('eng_surname').notNull(),
    engNm: text('eng_nm').notNull(),
    gender: text('gender', { enum: GENDERS }).notNull(),
    birthYear: integer('birth_year'),
    /** ISO 3166 alpha-2. */
    ntnCd: text('ntn_cd'),
    /** E.164. */
    mobile: text('mobile'),
    /** When they agreed. */
    termsAt: bigint('terms_at', { mode: 'number' }).notNull(),
    privacyAt: bigint('privacy_at', { mode: 'number' }).notNull(),
    marketingAt: bigint('marketing_at', { mode: 'number' }),
    /** Which text they agreed to, as `consentVersions` names it; null: before that was written down, or no consent. */
    termsVersion: text('terms_version'),
    privacyVersion: text('privacy_version'),
    marketingVersion: text('marketing_version'),
    joinedAt: bigint('joined_at', { mode: 'number' }).notNull(),
    photo: uuid('photo'),
    /** Withdrawn: nobody signs in, and a job erases what is left. The email is free from then on. */
    withdrawnAt: bigint('withdrawn_at', { mode: 'number' }),
  },
  (table) => [uniqueIndex('member_email').on(table.email), index('member_mobile').on(table.mobile)],
)

/** The one living temporary password of a member; a new one replaces it. The old password works until it is used. */
export const temporaryPassword = pgTable('temporary_password', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => member.id, { onDelete: 'cascade' }),
  /** Keyed hash: 80 random bits need no slow one. */
  hash: text('hash').notNull(),
  expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  usedAt: bigint('used_at', { mode: 'number' }),
})

/** Who a member is at a provider of social sign-in. */
export const identity = pgTable(
  'identity',
  {
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** The provider's own name for the person. */
    subject: text('subject').notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    linkedAt: bigint('linked_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index('identity_member').on(table.memberId)],
)

/** A social sign-in under way. */
export const snsFlow = pgTable(
  'sns_flow',
  {
    /** Keyed hash of `state`. */
    state: text('state').primaryKey(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** Keyed hash of what the browser keeps. */
    secret: text('secret').notNull(),
    keep: boolean('keep').notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    usedAt: bigint('used_at', { mode: 'number' }),
  },
  (table) => [index('sns_flow_expires').on(table.expiresAt)],
)

/** Somebody whom a provider named and who is not a member yet: may join within half an hour. */
export const snsGuest = pgTable(
  'sns_guest',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    subject: text('subject').notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    usedAt: bigint('used_at', { mode: 'number' }),
  },
  (table) => [index('sns_guest_expires').on(table.expiresAt)],
)
