import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PROVIDERS } from '#contract/calls/easyLogin.ts'
import { GENDERS } from '#contract/codes.ts'
import { LOCALES } from '#contract/locales.ts'

/** A person with an account (spec 3.1). The email is the ID, always in lower case. */
export const member = pgTable(
  'member',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** argon2id, PHC string; null: the member signs in by a provider only. */
    passwordHash: text('password_hash'),
    engSurname: text('eng_surname').notNull(),
    engNm: text('eng_nm').notNull(),
    gender: text('gender', { enum: GENDERS }).notNull(),
    birthYear: integer('birth_year'),
    /** ISO 3166-1 alpha-2. */
    ntnCd: text('ntn_cd'),
    /** E.164. */
    mobile: text('mobile'),
    /** When the member consented. */
    termsAt: bigint('terms_at', { mode: 'number' }).notNull(),
    privacyAt: bigint('privacy_at', { mode: 'number' }).notNull(),
    marketingAt: bigint('marketing_at', { mode: 'number' }),
    /** When the member was last reminded of that consent; null: not yet (decision 0338). */
    marketingRemindedAt: bigint('marketing_reminded_at', { mode: 'number' }),
    /** Version of the accepted text (`consentVersions`); null: no consent, or one from before versions were stored. */
    termsVersion: text('terms_version'),
    privacyVersion: text('privacy_version'),
    marketingVersion: text('marketing_version'),
    joinedAt: bigint('joined_at', { mode: 'number' }).notNull(),
    photo: uuid('photo'),
    /** Last language that the member signed in or was online in; null: none since releases that did not store it. */
    locale: text('locale', { enum: LOCALES }),
    /** Since when, to decide what was the language of a moment; null as `locale`. */
    localeAt: bigint('locale_at', { mode: 'number' }),
    /** When the member withdrew: sign-in is refused, a job erases the data, and the email address is free again. */
    withdrawnAt: bigint('withdrawn_at', { mode: 'number' }),
  },
  (table) => [uniqueIndex('member_email').on(table.email), index('member_mobile').on(table.mobile)],
)

/** The temporary password of a member; a new one replaces it. The old password stays valid until this one is used. */
export const temporaryPassword = pgTable('temporary_password', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => member.id, { onDelete: 'cascade' }),
  /** Keyed hash; 80 random bits need no slow hash. */
  hash: text('hash').notNull(),
  expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  usedAt: bigint('used_at', { mode: 'number' }),
})

/** A member's identity at a provider of social sign-in. */
export const identity = pgTable(
  'identity',
  {
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** The provider's id of the person. */
    subject: text('subject').notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    linkedAt: bigint('linked_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index('identity_member').on(table.memberId)],
)

/** A social sign-in in progress. */
export const snsFlow = pgTable(
  'sns_flow',
  {
    /** Keyed hash of `state`. */
    state: text('state').primaryKey(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** Keyed hash of the secret that the browser keeps. */
    secret: text('secret').notNull(),
    keep: boolean('keep').notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    usedAt: bigint('used_at', { mode: 'number' }),
  },
  (table) => [index('sns_flow_expires').on(table.expiresAt)],
)

/** A person whom a provider has identified and who is not a member yet; can join within half an hour. */
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
