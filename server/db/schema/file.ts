import { bigint, boolean, customType, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { FILE_KINDS } from '#contract/calls/file.ts'

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** What a file is for: an upload of a member, or one size of a photo of a record. */
const KINDS = [...FILE_KINDS, 'photo'] as const

/** A picture that a member or an operator uploaded. */
export const file = pgTable(
  'file',
  {
    fileUid: uuid('file_uid').primaryKey(),
    /** Null: a photo of a record, which an operator uploaded. */
    memberId: uuid('member_id'),
    kind: text('kind', { enum: KINDS }).notNull(),
    size: integer('size').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    uploadedAt: bigint('uploaded_at', { mode: 'number' }).notNull(),
    /** Id of the member, inquiry, review or photo that uses it; null: unused, and deleted after `FILE_UNUSED_MS`. */
    usedBy: uuid('used_by'),
    /** Whether it is public: a picture of a visible review. */
    shown: boolean('shown').notNull().default(false),
    /** SHA-256 (hex) of the bytes in the object storage; null: the bytes are in `file_content`. */
    objectHash: text('object_hash'),
  },
  (table) => [index('file_member').on(table.memberId), index('file_used_by').on(table.usedBy, table.uploadedAt)],
)

/** The bytes of files, in a table of their own so that lists do not read them. */
export const fileContent = pgTable('file_content', {
  fileUid: uuid('file_uid')
    .primaryKey()
    .references(() => file.fileUid, { onDelete: 'cascade' }),
  bytes: bytes('bytes').notNull(),
})
