import { useEffect, useSyncExternalStore } from 'react'
import type { Phone } from '#sync/phone.ts'
import { languageChanges, onPhone, phone, started } from './phone.ts'

/** What several screens read: one live query for all of them, kept while the page lives. */
export interface View<T> {
  initial: T
  get: () => T
  subscribe: (listener: () => void) => () => void
  /** Ends once what this phone holds of it has been read: from then on `get` answers it in the very first render. */
  settled: () => Promise<void>
}

export interface Source<Row, T> {
  initial: T
  /** What to read now; null while there is nothing to read. Another `key` is another owner or language. */
  query: (phone: Phone) => { key: string; read: () => Promise<Row | undefined> } | null
  /** What screens see of it. */
  shape: (row: Row | undefined, phone: Phone) => T
  /** Rows of another key may be shown until the new ones are there (another language; never another owner). */
  keepRows?: boolean
  same?: (a: T, b: T) => boolean
}

export const createView = <Row, T>({
  initial,
  query,
  shape,
  keepRows = false,
  same = Object.is,
}: Source<Row, T>): View<T> => {
  let value = initial
  let connected = false
  const listeners = new Set<() => void>()
  let settle: () => void = () => undefined
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })

  const connect = (here: Phone) => {
    if (connected) return
    connected = true
    let key: string | null = null
    let row: Row | undefined
    let live: { unsubscribe: () => void } | null = null
    /** What this phone holds was looked at: only then may a failed request be told. */
    let looked = true
    const show = () => {
      if (!looked && keepRows) return
      const next = looked ? shape(row, here) : initial
      if (same(next, value)) return
      value = next
      listeners.forEach((listener) => listener())
    }
    const attach = () => {
      const asked = query(here)
      if ((asked?.key ?? null) !== key) {
        key = asked?.key ?? null
        live?.unsubscribe()
        if (!keepRows || !asked) row = undefined
        looked = asked === null
        const mine = key
        live = asked
          ? here.watch(asked.read).subscribe({
              next: (read) => {
                if (mine !== key) return
                // Another language that is not here yet: the former one stays.
                if (read === undefined && keepRows && row !== undefined) return
                row = read
                looked = true
                show()
                settle()
              },
              // The database was closed (signed out) or has failed; the storage's own state says which.
              error: () => {
                looked = true
                show()
                settle()
              },
            })
          : null
      }
      show()
    }
    here.session.here.subscribe(attach)
    here.pulls.failures.subscribe(attach)
    here.pulls.memory.subscribe(attach)
    languageChanges.subscribe(attach)
    attach()
    // Storage opens after the first look.
    void started().then(() => {
      attach()
      if (key === null) settle()
    })
  }

  return {
    initial,
    get: () => value,
    settled: () => {
      onPhone(connect)
      return settled
    },
    subscribe: (listener) => {
      listeners.add(listener)
      const leave = onPhone(connect)
      return () => {
        leave()
        listeners.delete(listener)
      }
    },
  }
}

export const useView = <T>(view: View<T>): T => useSyncExternalStore(view.subscribe, view.get, () => view.initial)

/** Brings what a screen shows up to date when it is mounted, seen again, and when `on` changes. */
export const useRefreshed = (refresh: () => void, on: string): void => {
  useEffect(() => {
    let asked = phone() !== null
    refresh()
    return onPhone(({ platform }) => {
      if (!asked) refresh()
      asked = true
      return platform.on('visible', refresh)
    })
  }, [refresh, on])
}
