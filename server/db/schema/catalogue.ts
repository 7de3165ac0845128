import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { GroupList } from '#contract/rules/allowance.ts'
import type { ContentDoc, ContentKind } from '#server/modules/catalogue/contents.ts'
import type { AttractionDoc, CourseDoc, ProductDoc, TermsDoc } from '#server/modules/catalogue/docs.ts'

/** The catalogue. `doc` has the texts in all languages; fields that rules and orders need have columns of their own. */

export const attraction = pgTable('attraction', {
  gdsUid: text('gds_uid').primaryKey(),
  sort: integer('sort').notNull(),
  passGroup: text('pass_group', { enum: ['A', 'B'] }),
  doc: jsonb('doc').$type<AttractionDoc>().notNull(),
})

/**
 * Every group list (groups A and B) that was ever in force, each from `validFrom` until the next one. Rows never
 * change: passes refer to the list of their first entry.
 */
export const groupList = pgTable('group_list', {
  /** ms UTC; 0: the first list. */
  validFrom: bigint('valid_from', { mode: 'number' }).primaryKey(),
  groups: jsonb('groups').$type<GroupList>().notNull(),
})

export const course = pgTable('course', {
  id: text('id').primaryKey(),
  sort: integer('sort').notNull(),
  doc: jsonb('doc').$type<CourseDoc>().notNull(),
})

export const product = pgTable('product', {
  gdsUid: text('gds_uid').primaryKey(),
  gdsDtlUid: text('gds_dtl_uid').notNull().unique(),
  sort: integer('sort').notNull(),
  passType: text('pass_type', { enum: ['24H', '48H', 'Big3', 'Big5'] }).notNull(),
  medium: text('medium', { enum: ['mobile', 'card'] }).notNull(),
  /** KRW. */
  price: integer('price').notNull(),
  windowHours: integer('window_hours').notNull(),
  onSale: boolean('on_sale').notNull(),
  soldOut: boolean('sold_out').notNull(),
  doc: jsonb('doc').$type<ProductDoc>().notNull(),
})

export const terms = pgTable('terms', {
  code: text('code').primaryKey(),
  sort: integer('sort').notNull(),
  doc: jsonb('doc').$type<TermsDoc>().notNull(),
})

/** Read-only content: notices, questions, promotions, travel information, exchange desks, partners. */
export const content = pgTable(
  'content',
  {
    kind: text('kind').$type<ContentKind>().notNull(),
    id: text('id').notNull(),
    sort: integer('sort').notNull(),
    doc: jsonb('doc').$type<ContentDoc>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)

/** The version of the catalogue, in one row. Everything that is read from these tables is cached under it. */
export const catalogueState = pgTable('catalogue_state', {
  id: text('id').primaryKey(),
  version: text('version').notNull(),
  at: bigint('at', { mode: 'number' }).notNull(),
  /** Version of the last applied seed; null: no release that seeds record by record has run yet. */
  seedVersion: text('seed_version'),
  /** Number of changes by operators. */
  revision: integer('revision').notNull().default(0),
  /** When an operator stopped all sales; null: they are open. */
  stoppedAt: bigint('stopped_at', { mode: 'number' }),
})
