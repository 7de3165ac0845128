import { bigint, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { GENDERS } from '#contract/codes.ts'

/** A person with an account (specification 3). The email is the ID, always in lower case. */
export const member = pgTable(
  'member',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** argon2id, PHC string. */
    passwordHash: text('password_hash').notNull(),
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
    joinedAt: bigint('joined_at', { mode: 'number' }).notNull(),
  },
  (table) => [uniqueIndex('member_email').on(table.email)],
)
