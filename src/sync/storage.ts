import { Dexie } from 'dexie'
import { openDatabase } from '#db/open.ts'
import { DeviceDb } from '#db/device.ts'
import { EPOCH_KEY as EPOCH } from '#contract/shells.ts'
import { EVICTION_KEY, VALUE_KEYS } from '#db/names.ts'
import { createCell, type Cell } from './cell.ts'
import { HomeClosedError } from './outbox/home.ts'
import type { Platform } from './platform.ts'

const EPOCH_URL = '/hp-epoch'
/** Cache of pictures, deleted first when the disk is full (S19). */
export const PICTURES_CACHE = 'pictures'

export interface StorageState {
  /** `refused`: storage does not open or answer (S18). `full`: the disk is full (S19). */
  state: 'ok' | 'refused' | 'full'
  /** The browser has emptied our storage. */
  evicted: boolean
}

export interface ClientStorage {
  status: Cell<StorageState>
  /** Null while storage is refused: then the app works online only (S18). */
  device: () => DeviceDb | null
  open: () => Promise<void>
  /**
   * Compares the three storage epochs (S20) and resolves true when the storage was emptied under this open page.
   * `error` is the storage error that led to the check.
   */
  check: (error?: unknown) => Promise<boolean>
  /** Sets `evicted`: one database was found empty while the others were not. */
  markEvicted: () => void
  /** Clears `evicted`: the person has read the notice. */
  dismissEviction: () => void
  /**
   * Runs `write`; on a full disk deletes the cache of pictures and repeats it. Resolves false when the disk is still
   * full. Throws any other error.
   */
  withQuotaRetry: (write: () => Promise<unknown>) => Promise<boolean>
}

const isFull = (error: unknown): boolean => {
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } }
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError'
}

/**
 * Returns true for what a page may meet without a bug of ours: a full disk, a sign-out or an eviction that closed its
 * database (`HomeClosedError`), and any error of Dexie. Errors of Dexie that a faulty query of ours causes cannot be
 * told apart, so it returns true for them as well.
 */
export const isStorageError = (error: unknown): boolean =>
  error instanceof HomeClosedError || error instanceof Dexie.DexieError || isFull(error)

/** Creates the storage of one page; `open` opens the device database. */
export const createStorage = (platform: Platform): ClientStorage => {
  const { local } = platform
  const status = createCell<StorageState>({ state: 'ok', evicted: (local?.getItem(EVICTION_KEY) ?? null) !== null })
  let device: DeviceDb | null = null
  /** The storage epoch that this page last saw in the device database. */
  let lastEpoch: string | null = null
  const set = (change: Partial<StorageState>) => {
    const next = { ...status.get(), ...change }
    if (next.state !== status.get().state || next.evicted !== status.get().evicted) status.set(next)
  }

  /** Reads the storage epoch of the device database, of local storage and of Cache Storage (S20). */
  const epochs = async (): Promise<[string | null, string | null, string | null]> => {
    const cache = await platform.caches?.open(EPOCH).catch(() => null)
    return [
      (await device?.read(VALUE_KEYS.epoch)) ?? null,
      local?.getItem(EPOCH) ?? null,
      (await (await cache?.match(EPOCH_URL))?.text()) ?? null,
    ]
  }
  const write = async (epoch: string) => {
    await device?.keep(VALUE_KEYS.epoch, epoch)
    local?.setItem(EPOCH, epoch)
    const cache = await platform.caches?.open(EPOCH).catch(() => null)
    await cache?.put(EPOCH_URL, new Response(epoch)).catch(() => undefined)
  }
  /** Shows the loss, at the next starts too: the storage epochs are made equal again at once. */
  const markEvicted = () => {
    set({ evicted: true })
    try {
      local?.setItem(EVICTION_KEY, '1')
    } catch {
      // Full: this page alone shows it.
    }
  }
  const check = async (reason: unknown = null): Promise<boolean> => {
    if (isFull(reason)) set({ state: 'full' })
    if (!device) return false
    try {
      const [inDb, ...otherEpochs] = await epochs()
      const before = lastEpoch
      lastEpoch = inDb ?? crypto.randomUUID()
      // On a first visit no place has an epoch. After an eviction another place, or this page's memory, still has it.
      const emptied = inDb === null && (before !== null || otherEpochs.some((epoch) => epoch !== null))
      const differs = inDb !== null && otherEpochs.some((epoch) => epoch !== null && epoch !== inDb)
      if (emptied || differs) markEvicted()
      if (inDb === null || otherEpochs.some((epoch) => epoch !== inDb)) await write(lastEpoch)
      return emptied && before !== null
    } catch (error) {
      set({ state: isFull(error) ? 'full' : 'refused' })
      return false
    }
  }

  return {
    status,
    device: () => device,
    open: async () => {
      const idb = platform.idb
      device = idb
        ? await openDatabase(
            () => new DeviceDb(idb),
            (db) => db.read(VALUE_KEYS.epoch),
          )
        : null
      if (!device) set({ state: 'refused' })
      await check()
    },
    check,
    markEvicted,
    dismissEviction: () => {
      local?.removeItem(EVICTION_KEY)
      set({ evicted: false })
    },
    withQuotaRetry: async (job) => {
      try {
        await job()
        if (status.get().state === 'full') set({ state: 'ok' })
        return true
      } catch (error) {
        if (!isFull(error)) throw error
      }
      await platform.caches?.delete(PICTURES_CACHE).catch(() => false)
      try {
        await job()
        return true
      } catch (error) {
        if (!isFull(error)) throw error
        set({ state: 'full' })
        return false
      }
    },
  }
}
