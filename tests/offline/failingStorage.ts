import { vi } from 'vitest'
import { memberDbName } from '#db/names.ts'
import type { Browser, Tab } from '../harness/tabs.ts'
import { full } from './setup.ts'

/** Storage that fails, for tests of the owner. Their tests call `vi.restoreAllMocks` after each. */

/** Refuses writes of rows in all databases, as a full disk does; deletes work. Returns a function that makes room. */
export const fill = (tab: Tab) => {
  const tables = Object.getPrototypeOf(tab.runtime.storage.device()?.outbox.constructor.prototype) as Record<
    'put' | 'add',
    () => unknown
  >
  const writes = (['put', 'add'] as const).map((write) => vi.spyOn(tables, write).mockRejectedValue(full()))
  return () => writes.forEach((write) => write.mockRestore())
}

/** Makes storage refuse to open until the returned function is called. */
export const refuse = (browser: Browser) => {
  const open = vi.spyOn(browser.idb as IDBFactory, 'open').mockImplementation(() => {
    throw new Error('refused')
  })
  return () => open.mockRestore()
}

/** Makes the database of a member refuse to open until the returned function is called. */
export const refuseDatabase = (browser: Browser, memberId: string) => {
  const idb = browser.idb as IDBFactory
  const { open } = idb
  const spy = vi.spyOn(idb, 'open').mockImplementation((name, version) => {
    if (name === memberDbName(memberId)) throw new Error('refused')
    return open.call(idb, name, version)
  })
  return () => spy.mockRestore()
}
