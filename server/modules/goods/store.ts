import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { daySlot, slotDate } from '#contract/rules/priceSn.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { goods, goodsOption, goodsStock } from '#server/db/schema/goods.ts'
import type { SeedKind } from '#server/modules/seed/service.ts'

export type Goods = typeof goods.$inferSelect
export type Option = typeof goodsOption.$inferSelect

/** Returns all goods in the order of the catalogue, also those off sale. */
export const allGoods = (db: Database | Tx): Promise<Goods[]> => db.select().from(goods).orderBy(asc(goods.sort))

/** Finds goods, also off sale; undefined for an unknown id. */
export const findGoods = async (db: Database | Tx, gdsUid: string): Promise<Goods | undefined> =>
  (await db.select().from(goods).where(eq(goods.gdsUid, gdsUid)))[0]

/** Returns the options of all goods in the order of the catalogue, also those off sale. */
export const allOptions = (db: Database | Tx): Promise<Option[]> =>
  db.select().from(goodsOption).orderBy(asc(goodsOption.sort))

/** Finds an option with its goods, also off sale; undefined for an unknown id. */
export const findOption = async (
  db: Database | Tx,
  gdsDtlUid: string,
): Promise<{ goods: Goods; option: Option } | undefined> =>
  (
    await db
      .select({ goods, option: goodsOption })
      .from(goodsOption)
      .innerJoin(goods, eq(goods.gdsUid, goodsOption.gdsUid))
      .where(eq(goodsOption.gdsDtlUid, gdsDtlUid))
  )[0]

/**
 * Returns the stock rows of these slots and of their days, of the option and of its goods. A slot without a row has all
 * of the option's capacity left, unless a row of its day has a `total` of 0: first
 * that of the option, else that of the goods.
 */
export const stockOf = (db: Database | Tx, { gdsDtlUid, gdsUid }: Option, slots: string[]) =>
  slots.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(goodsStock)
        .where(
          and(
            inArray(goodsStock.gdsDtlUid, [gdsDtlUid, gdsUid]),
            inArray(goodsStock.slot, [...new Set([...slots, ...slots.map((slot) => daySlot(slotDate(slot)))])]),
          ),
        )

/** Returns the names of the stock rows of an option from one Korean day to before another, `20261201`. */
export const slotsOfDays = async (
  tx: Tx,
  gdsDtlUid: string,
  { from, until }: { from: string; until: string },
): Promise<string[]> => {
  const rows = await tx
    .select({ slot: goodsStock.slot })
    .from(goodsStock)
    .where(and(eq(goodsStock.gdsDtlUid, gdsDtlUid), gte(goodsStock.slot, from), lt(goodsStock.slot, until)))
  return rows.map(({ slot }) => slot)
}

/** Returns the stock rows of these slots of all options. */
export const stockOfSlots = (db: Database | Tx, slots: string[]) =>
  db.select().from(goodsStock).where(inArray(goodsStock.slot, slots))

const totalOf = (id: string, slot: string) =>
  sql`(select ${goodsStock.total} from ${goodsStock} where ${goodsStock.gdsDtlUid} = ${id} and ${goodsStock.slot} = ${slot})`

/** Inserts the stock row of a slot that has none. */
const insertMissing = async (tx: Tx, { gdsDtlUid, gdsUid, capacity }: Option, slot: string): Promise<void> => {
  const day = daySlot(slotDate(slot))
  // A departure or option that is newer than the closure of its day has no row yet.
  const total = sql`case when coalesce(${totalOf(gdsDtlUid, day)}, ${totalOf(gdsUid, day)}) = 0 then 0 else ${capacity}::int end`
  await tx.insert(goodsStock).values({ gdsDtlUid, slot, total, taken: 0 }).onConflictDoNothing()
}

/** Locks the stock row of one slot until the transaction ends, also when it has to be inserted. */
export const lockSlot = async (tx: Tx, option: Option, slot: string): Promise<void> => {
  await insertMissing(tx, option, slot)
  await tx
    .select({ slot: goodsStock.slot })
    .from(goodsStock)
    .where(and(eq(goodsStock.gdsDtlUid, option.gdsDtlUid), eq(goodsStock.slot, slot)))
    .for('update')
}

/** Takes `n` units of one slot; false when fewer are left. Locks the row until the transaction ends. */
export const take = async (tx: Tx, option: Option, slot: string, n: number): Promise<boolean> => {
  const { gdsDtlUid } = option
  await insertMissing(tx, option, slot)
  const rows = await tx
    .update(goodsStock)
    .set({ taken: sql`${goodsStock.taken} + ${n}` })
    .where(
      and(
        eq(goodsStock.gdsDtlUid, gdsDtlUid),
        eq(goodsStock.slot, slot),
        sql`${goodsStock.taken} + ${n} <= ${goodsStock.total}`,
      ),
    )
    .returning({ slot: goodsStock.slot })
  return rows.length === 1
}

/** Gives back `n` units of one slot. Throws when more is given back than was taken. */
export const giveBack = async (tx: Tx, gdsDtlUid: string, slot: string, n: number): Promise<void> => {
  const rows = await tx
    .update(goodsStock)
    .set({ taken: sql`${goodsStock.taken} - ${n}` })
    .where(and(eq(goodsStock.gdsDtlUid, gdsDtlUid), eq(goodsStock.slot, slot), sql`${goodsStock.taken} >= ${n}`))
    .returning({ slot: goodsStock.slot })
  if (rows.length !== 1) throw new Error('more is given back than was taken')
}

/**
 * Sets how many units of these slots can be taken; what was taken stays so. The rows are locked in the order of `slots`,
 * as by `take`.
 */
export const setTotal = async (tx: Tx, gdsDtlUid: string, slots: string[], total: number): Promise<void> => {
  if (slots.length === 0) return
  await tx
    .insert(goodsStock)
    .values(slots.map((slot) => ({ gdsDtlUid, slot, total, taken: 0 })))
    .onConflictDoUpdate({ target: [goodsStock.gdsDtlUid, goodsStock.slot], set: { total } })
}

/** Deletes the stock rows of these slots. */
export const deleteStock = async (tx: Tx, gdsDtlUid: string, slots: string[]): Promise<void> => {
  if (slots.length === 0) return
  await tx.delete(goodsStock).where(and(eq(goodsStock.gdsDtlUid, gdsDtlUid), inArray(goodsStock.slot, slots)))
}

const excluded = (column: string) => sql.raw(`excluded.${column}`)

/** Goods: reservations refer to them, so they go off sale when they leave the seed. */
export const GOODS_SEED: SeedKind<Goods> = {
  kind: 'goods',
  idOf: ({ gdsUid }) => gdsUid,
  read: allGoods,
  write: async (tx, rows) => {
    await tx
      .insert(goods)
      .values(rows)
      .onConflictDoUpdate({
        target: goods.gdsUid,
        set: {
          gdsTycd: excluded('gds_tycd'),
          sort: excluded('sort'),
          onSale: excluded('on_sale'),
          doc: excluded('doc'),
        },
      })
  },
  remove: {
    how: 'stop',
    run: async (tx, ids) => {
      await tx.update(goods).set({ onSale: false }).where(inArray(goods.gdsUid, ids))
    },
  },
}

/** Options: reservations refer to them, so they go off sale when they leave the seed. */
export const OPTION_SEED: SeedKind<Option> = {
  kind: 'options',
  idOf: ({ gdsDtlUid }) => gdsDtlUid,
  read: allOptions,
  write: async (tx, rows) => {
    await tx
      .insert(goodsOption)
      .values(rows)
      .onConflictDoUpdate({
        target: goodsOption.gdsDtlUid,
        set: {
          gdsUid: excluded('gds_uid'),
          sort: excluded('sort'),
          onSale: excluded('on_sale'),
          price: excluded('price'),
          capacity: excluded('capacity'),
          confirmation: excluded('confirmation'),
          doc: excluded('doc'),
        },
      })
  },
  remove: {
    how: 'stop',
    run: async (tx, ids) => {
      await tx.update(goodsOption).set({ onSale: false }).where(inArray(goodsOption.gdsDtlUid, ids))
    },
  },
}
