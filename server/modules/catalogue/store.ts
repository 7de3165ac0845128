import type { TermsCode } from '#contract/terms.ts'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type Placeholders } from '#server/db/prepared.ts'
import { attraction, catalogueState, content, course, groupList, product, terms } from '#server/db/schema/catalogue.ts'
import { recordPhoto } from '#server/db/schema/photo.ts'
import { CONTENT_KINDS, type Contents } from './contents.ts'
import type { PhotoDoc, Records } from './docs.ts'

const CITY = 'city'

export type State = typeof catalogueState.$inferSelect

/** Returns the stored version of the catalogue; undefined when it was never seeded. */
export const version = async (db: Database | Tx): Promise<string | undefined> =>
  (await db.select({ version: catalogueState.version }).from(catalogueState).where(eq(catalogueState.id, CITY)))[0]
    ?.version

/** Returns true while an operator has stopped all sales. */
export const isSaleStopped = async (db: Database | Tx): Promise<boolean> => {
  const rows = await db.select({ at: catalogueState.stoppedAt }).from(catalogueState).where(eq(catalogueState.id, CITY))
  return (rows[0]?.at ?? null) !== null
}

const readContents = async (db: Database): Promise<Contents> => {
  const rows = await db.select().from(content).orderBy(asc(content.sort))
  return Object.fromEntries(
    CONTENT_KINDS.map((kind) => [kind, rows.filter((row) => row.kind === kind).map(({ doc }) => doc)]),
  ) as unknown as Contents
}

/** Returns every group list that was ever in force, oldest first. */
export const groupLists = (db: Database | Tx): Promise<(typeof groupList.$inferSelect)[]> =>
  db.select().from(groupList).orderBy(asc(groupList.validFrom))

/** Inserts a group list; it is in force from its `validFrom` on. */
export const insertGroupList = async (tx: Tx, row: typeof groupList.$inferInsert): Promise<void> => {
  await tx.insert(groupList).values(row)
}

/** Reads the attractions in the order of the seed. */
export const attractionsOf = async (db: Database | Tx): Promise<Records['attractions']> =>
  (await db.select().from(attraction).orderBy(asc(attraction.sort))).map((row) => row.doc)

/** Reads the photos of all records, those of each in their order. */
const photosByRecord = async (db: Database): Promise<Records['photos']> => {
  const photos = new Map<string, PhotoDoc[]>()
  for (const row of await db.select().from(recordPhoto).orderBy(asc(recordPhoto.sort))) {
    const { gdsUid, photoUid, alt, credit, width, height, color } = row
    const widths = [...new Set(row.files.map((file) => file.width))].toSorted((a, b) => a - b)
    photos.set(gdsUid, [...(photos.get(gdsUid) ?? []), { photoUid, alt, credit, width, height, widths, color }])
  }
  return photos
}

/**
 * Reads the whole catalogue, each kind in the order of the seed. `at`: the version that the records are labelled with.
 */
export const readAll = async (db: Database, at: string): Promise<Records> => ({
  version: at,
  isStopped: await isSaleStopped(db),
  confirmedOnly: false,
  attractions: await attractionsOf(db),
  courses: (await db.select().from(course).orderBy(asc(course.sort))).map((row) => row.doc),
  products: (await db.select().from(product).orderBy(asc(product.sort))).map((row) => ({
    ...row.doc,
    onSale: row.onSale,
    soldOut: row.soldOut,
  })),
  terms: (await db.select().from(terms).orderBy(asc(terms.sort))).map((row) => row.doc),
  photos: await photosByRecord(db),
  ...(await readContents(db)),
})

/** Reads the legal texts of these codes from the database, not the cache, in all languages. */
export const readTerms = async (db: Database | Tx, codes: readonly TermsCode[]) =>
  (
    await db
      .select()
      .from(terms)
      .where(inArray(terms.code, [...codes]))
  ).map(({ doc }) => doc)

/**
 * Locks the catalogue until the transaction ends; every seed and every change by an operator takes this lock. Undefined
 * when it was never seeded.
 */
export const lockState = async (tx: Tx): Promise<State | undefined> =>
  (await tx.select().from(catalogueState).where(eq(catalogueState.id, CITY)).for('update'))[0]

/** Inserts the row that `lockState` locks; no-op when it exists. */
export const insertState = async (tx: Tx, now: number): Promise<void> => {
  await tx.insert(catalogueState).values({ id: CITY, version: '', at: now }).onConflictDoNothing()
}

/** Changes fields of the row that `lockState` locks, such as the version of the catalogue. */
export const setState = async (tx: Tx, state: Partial<Omit<State, 'id'>>): Promise<void> => {
  await tx.update(catalogueState).set(state).where(eq(catalogueState.id, CITY))
}

/** Stops all sales from `stoppedAt` (ms UTC); null resumes them. */
export const setSaleStop = (tx: Tx, stoppedAt: number | null): Promise<void> => setState(tx, { stoppedAt })

const byOption = prepared('product_of', (db, at: Placeholders<{ gdsDtlUid: string }>) =>
  db
    .select({ product, stoppedAt: catalogueState.stoppedAt })
    .from(product)
    .leftJoin(catalogueState, eq(catalogueState.id, CITY))
    .where(eq(product.gdsDtlUid, at.gdsDtlUid)),
)
/** Returns the pass product of an option, and whether all sales are stopped; undefined for an unknown option. */
export const productOf = async (db: Database | Tx, gdsDtlUid: string) => {
  const row = (await byOption(db, { gdsDtlUid }))[0]
  return row && { ...row.product, isStopped: row.stoppedAt !== null }
}
