import { asc, eq, notInArray, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type At } from '#server/db/prepared.ts'
import { attraction, catalogueState, content, course, product, terms } from '#server/db/schema/catalogue.ts'
import { CONTENT_KINDS, type Contents } from './contents.ts'
import type { Records } from './docs.ts'
import { detailUid } from './lists.ts'

const CITY = 'city'

export const version = async (db: Database | Tx): Promise<string | undefined> =>
  (await db.select({ version: catalogueState.version }).from(catalogueState).where(eq(catalogueState.id, CITY)))[0]
    ?.version

const readContents = async (db: Database): Promise<Contents> => {
  const rows = await db.select().from(content).orderBy(asc(content.sort))
  return Object.fromEntries(
    CONTENT_KINDS.map((kind) => [kind, rows.filter((row) => row.kind === kind).map(({ doc }) => doc)]),
  ) as unknown as Contents
}

/** Everything, in the order of the seed. */
export const readAll = async (db: Database, at: string): Promise<Records> => ({
  version: at,
  attractions: (await db.select().from(attraction).orderBy(asc(attraction.sort))).map((row) => row.doc),
  courses: (await db.select().from(course).orderBy(asc(course.sort))).map((row) => row.doc),
  products: (await db.select().from(product).orderBy(asc(product.sort))).map((row) => ({
    ...row.doc,
    onSale: row.onSale,
    soldOut: row.soldOut,
  })),
  terms: (await db.select().from(terms).orderBy(asc(terms.sort))).map((row) => row.doc),
  ...(await readContents(db)),
})

const excluded = (column: string) => sql.raw(`excluded.${column}`)

export const replaceAll = async (tx: Tx, records: Records, now: number): Promise<void> => {
  await tx
    .insert(attraction)
    .values(
      records.attractions.map((doc, sort) => ({
        gdsUid: doc.id,
        sort,
        passGroup: doc.pass.included ? doc.pass.group : null,
        doc,
      })),
    )
    .onConflictDoUpdate({
      target: attraction.gdsUid,
      set: { sort: excluded('sort'), passGroup: excluded('pass_group'), doc: excluded('doc') },
    })
  await tx.delete(attraction).where(
    notInArray(
      attraction.gdsUid,
      records.attractions.map((doc) => doc.id),
    ),
  )
  await tx
    .insert(course)
    .values(records.courses.map((doc, sort) => ({ id: doc.id, sort, doc })))
    .onConflictDoUpdate({ target: course.id, set: { sort: excluded('sort'), doc: excluded('doc') } })
  // Orders point at products: one that left the seed stays, off sale.
  await tx.update(product).set({ onSale: false })
  await tx
    .insert(product)
    .values(
      records.products.map((doc, sort) => ({
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
      })),
    )
    .onConflictDoUpdate({
      target: product.gdsUid,
      set: {
        sort: excluded('sort'),
        price: excluded('price'),
        onSale: excluded('on_sale'),
        soldOut: excluded('sold_out'),
        doc: excluded('doc'),
      },
    })
  await tx
    .insert(terms)
    .values(records.terms.map((doc, sort) => ({ code: doc.id, sort, doc })))
    .onConflictDoUpdate({ target: terms.code, set: { sort: excluded('sort'), doc: excluded('doc') } })
  await tx.delete(content)
  await tx
    .insert(content)
    .values(CONTENT_KINDS.flatMap((kind) => records[kind].map((doc, sort) => ({ kind, id: doc.id, sort, doc }))))
  await tx
    .insert(catalogueState)
    .values({ id: CITY, version: records.version, at: now })
    .onConflictDoUpdate({ target: catalogueState.id, set: { version: records.version, at: now } })
}

const byOption = prepared('product_of', (db, at: At<{ gdsDtlUid: string }>) =>
  db.select().from(product).where(eq(product.gdsDtlUid, at.gdsDtlUid)),
)
/** What a price is made from; undefined for an option that is not there. */
export const productOf = async (db: Database | Tx, gdsDtlUid: string) => (await byOption(db, { gdsDtlUid }))[0]
