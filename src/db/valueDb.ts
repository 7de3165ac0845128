import { Dexie, type Table } from 'dexie'
import type { Idb } from './idb.ts'
import type { ValueRow } from './rows.ts'
import type { Version } from './versions.ts'

/**
 * A database of this product: it has every released version, its transactions are tracked, and its table `kept` holds
 * single values by name, which `Values` types.
 */
export abstract class ValueDb<Values> extends Dexie {
  declare kept: Table<ValueRow, string>

  constructor(name: string, versions: readonly Version[], idb: Idb) {
    // Without Dexie's query cache, because views read mirror and outbox in one transaction (M7).
    super(name, { ...idb, cache: 'disabled' })
    for (const { version, stores, upgrade } of versions) {
      const schema = this.version(version).stores(stores)
      if (upgrade) schema.upgrade(upgrade)
    }
    idb.transactions.track(this)
  }

  async read<K extends keyof Values & string>(key: K): Promise<Values[K] | undefined> {
    return (await this.kept.get(key))?.value as Values[K] | undefined
  }

  async keep<K extends keyof Values & string>(key: K, value: Values[K]): Promise<void> {
    await this.kept.put({ key, value })
  }
}
