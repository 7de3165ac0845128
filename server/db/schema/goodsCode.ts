import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** Codes of an operator (an eSIM's, a ticket's) for an option of goods. An option with a row is sold only with codes. */
export const goodsCode = pgTable(
  'goods_code',
  {
    codeUid: uuid('code_uid').primaryKey(),
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    /** HMAC of the code: a code is loaded once. */
    codeHash: text('code_hash').notNull(),
    /** The encrypted code. */
    codeSealed: text('code_sealed').notNull(),
    /** End of its last day in Korea; null: it does not expire. */
    expiresAt: instant('expires_at'),
    /** The reservation that has it; null: free. The member is that of the reservation. */
    rsvtUid: uuid('rsvt_uid'),
    loadedAt: instant('loaded_at').notNull(),
    /** When its member first opened it: delivered. Never given to another reservation from then on. */
    shownAt: instant('shown_at'),
    usedAt: instant('used_at'),
  },
  (table) => [
    uniqueIndex('goods_code_hash').on(table.codeHash),
    index('goods_code_option').on(table.gdsDtlUid, table.rsvtUid),
    index('goods_code_reservation').on(table.rsvtUid),
  ],
)
