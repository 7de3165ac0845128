import { and, eq, inArray, sql } from 'drizzle-orm'
import { attraction, content, course, product, terms } from '#server/db/schema/catalogue.ts'
import type { SeedKind } from '#server/modules/seed/service.ts'
import type { ContentKind } from './contents.ts'
import type { ProductDoc } from './docs.ts'
import { detailUid } from './areas.ts'

/** How the seed is applied to each table of the catalogue. */

const excluded = (column: string) => sql.raw(`excluded.${column}`)

type AttractionRow = typeof attraction.$inferSelect
/** Attractions: deleted when they leave the seed. */
export const ATTRACTION_SEED: SeedKind<AttractionRow> = {
  kind: 'attractions',
  idOf: ({ gdsUid }) => gdsUid,
  read: (tx) => tx.select().from(attraction),
  write: async (tx, rows) => {
    await tx
      .insert(attraction)
      .values(rows)
      .onConflictDoUpdate({
        target: attraction.gdsUid,
        set: { sort: excluded('sort'), passGroup: excluded('pass_group'), doc: excluded('doc') },
      })
  },
  remove: {
    how: 'delete',
    run: async (tx, ids) => {
      await tx.delete(attraction).where(inArray(attraction.gdsUid, ids))
    },
  },
}

/** Courses: deleted when they leave the seed. */
export const COURSE_SEED: SeedKind<typeof course.$inferSelect> = {
  kind: 'courses',
  idOf: ({ id }) => id,
  read: (tx) => tx.select().from(course),
  write: async (tx, rows) => {
    await tx
      .insert(course)
      .values(rows)
      .onConflictDoUpdate({ target: course.id, set: { sort: excluded('sort'), doc: excluded('doc') } })
  },
  remove: {
    how: 'delete',
    run: async (tx, ids) => {
      await tx.delete(course).where(inArray(course.id, ids))
    },
  },
}

/** A pass product; prices in KRW. */
export type ProductRow = typeof product.$inferSelect
/** Converts a document to its row, which repeats the fields that rules and orders read. */
export const productRow = (doc: ProductDoc, sort: number): ProductRow => ({
  gdsUid: doc.id,
  gdsDtlUid: detailUid(doc.id),
  sort,
  passType: doc.passType,
  medium: doc.medium,
  price: doc.discountedKrw ?? doc.priceKrw,
  windowHours: doc.windowHours,
  onSale: doc.onSale,
  soldOut: doc.soldOut,
  doc,
})
/** Products: orders refer to them, so they go off sale when they leave the seed. */
export const PRODUCT_SEED: SeedKind<ProductRow> = {
  kind: 'products',
  idOf: ({ gdsUid }) => gdsUid,
  read: (tx) => tx.select().from(product),
  write: async (tx, rows) => {
    await tx
      .insert(product)
      .values(rows)
      .onConflictDoUpdate({
        target: product.gdsUid,
        set: {
          sort: excluded('sort'),
          price: excluded('price'),
          windowHours: excluded('window_hours'),
          onSale: excluded('on_sale'),
          soldOut: excluded('sold_out'),
          doc: excluded('doc'),
        },
      })
  },
  remove: {
    how: 'stop',
    run: async (tx, ids) => {
      await tx.update(product).set({ onSale: false }).where(inArray(product.gdsUid, ids))
    },
  },
}

/** Terms: deleted when they leave the seed. */
export const TERMS_SEED: SeedKind<typeof terms.$inferSelect> = {
  kind: 'terms',
  idOf: ({ code }) => code,
  read: (tx) => tx.select().from(terms),
  write: async (tx, rows) => {
    await tx
      .insert(terms)
      .values(rows)
      .onConflictDoUpdate({ target: terms.code, set: { sort: excluded('sort'), doc: excluded('doc') } })
  },
  remove: {
    how: 'delete',
    run: async (tx, ids) => {
      await tx.delete(terms).where(inArray(terms.code, ids))
    },
  },
}

/**
 * Returns how the seed is applied to contents of one kind (notices, partners and so on); they are deleted when they
 * leave the seed.
 */
export const contentSeed = (kind: ContentKind): SeedKind<typeof content.$inferSelect> => ({
  kind,
  idOf: ({ id }) => id,
  read: (tx) => tx.select().from(content).where(eq(content.kind, kind)),
  write: async (tx, rows) => {
    await tx
      .insert(content)
      .values(rows)
      .onConflictDoUpdate({
        target: [content.kind, content.id],
        set: { sort: excluded('sort'), doc: excluded('doc') },
      })
  },
  remove: {
    how: 'delete',
    run: async (tx, ids) => {
      await tx.delete(content).where(and(eq(content.kind, kind), inArray(content.id, ids)))
    },
  },
})
