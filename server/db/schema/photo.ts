import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Texts } from '#contract/locales.ts'
import type { PhotoFormat } from '#contract/rules/photo.ts'

/** One size of a photo in one format. */
export interface PhotoFile {
  fileUid: string
  /** Pixels. */
  width: number
  format: PhotoFormat
}

/**
 * Photos of attractions and goods, which operators add. No seed touches them, also when it removes the record: one that
 * comes back has its photos.
 */
export const recordPhoto = pgTable(
  'record_photo',
  {
    photoUid: uuid('photo_uid').primaryKey(),
    /** Id of the attraction or the goods. */
    gdsUid: text('gds_uid').notNull(),
    /** Photos of a record are shown in this order. */
    sort: integer('sort').notNull(),
    /** Pixels of the largest size. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** `#rrggbb`. */
    color: text('color').notNull(),
    credit: text('credit').notNull(),
    alt: jsonb('alt').$type<Texts>().notNull(),
    files: jsonb('files').$type<PhotoFile[]>().notNull(),
    /** SHA-256 (hex) of the upload: a command that is repeated adds no second one. */
    sourceHash: text('source_hash').notNull(),
    /** ms UTC. */
    addedAt: bigint('added_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('record_photo_gds').on(table.gdsUid, table.sort),
    uniqueIndex('record_photo_source').on(table.gdsUid, table.sourceHash),
  ],
)
