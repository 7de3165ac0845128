import { useEffect, useSyncExternalStore } from 'react'
import { createCell, type Cell } from '#sync/cell.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { languageChanges, onRuntime, runtime, loadRuntime } from './runtime.ts'

/** A value that components read with `useView`, and that exists before the runtime is loaded. */
export interface View<T> extends Pick<Cell<T>, 'get' | 'subscribe'> {
  /** Rendered into the shells. */
  initial: T
}

/** Returns the value of a view, and renders again when it changes. */
export const useView = <T>(view: View<T>): T => useSyncExternalStore(view.subscribe, view.get, () => view.initial)

/**
 * Creates a view of a part of the runtime. `get` returns its value, also while the runtime is not loaded (null). It is
 * read again once the runtime is loaded and, with `cellOf`, at each change of that cell.
 */
export const createRuntimeView = <T>(
  initial: T,
  get: (runtime: ClientRuntime | null) => T,
  cellOf?: (runtime: ClientRuntime) => Pick<Cell<unknown>, 'subscribe'>,
): View<T> => ({
  initial,
  get: () => get(runtime()),
  subscribe: (listener) =>
    onRuntime((runtime) => {
      listener()
      return cellOf?.(runtime).subscribe(listener)
    }),
})

/** Data that several screens read through one live query, which lasts as long as the page. */
export interface StoredView<T> extends View<T> {
  /** Resolves once the stored data was read: from then on `get` returns it in the first render. */
  settled: () => Promise<void>
}

export interface Source<Row, T> {
  initial: T
  /** Returns what to read, or null while there is nothing. The `key` changes with the owner or the language. */
  query: (runtime: ClientRuntime) => { key: string; read: () => Promise<Row | undefined> } | null
  /** Returns what screens see. */
  shape: (row: Row | undefined, runtime: ClientRuntime) => T
  /** Shows the rows of the former key until the new ones are read; for another language, never for another owner. */
  keepRows?: boolean
}

/** Returns whether two objects have the same fields; a row that was not read again has the same lists. */
const isEqual = <T extends object>(a: T, b: T): boolean => {
  const keys = Object.keys(a) as (keyof T)[]
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]))
}

/** Creates a view of stored data. It connects to the runtime at its first use, and does not load it. */
export const createStoredView = <Row, T extends object>({
  initial,
  query,
  shape,
  keepRows = false,
}: Source<Row, T>): StoredView<T> => {
  const value = createCell(initial)
  let isConnected = false
  let settle: () => void = () => undefined
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })

  const attachTo = (runtime: ClientRuntime) => {
    let key: string | null = null
    let row: Row | undefined
    let live: { unsubscribe: () => void } | null = null
    /** The stored data was read; a failed request is shown only after that. */
    let isRead = true
    const show = () => {
      if (!isRead && keepRows) return
      const next = isRead ? shape(row, runtime) : initial
      if (!isEqual(next, value.get())) value.set(next)
    }
    const attach = () => {
      const current = query(runtime)
      if ((current?.key ?? null) !== key) {
        key = current?.key ?? null
        live?.unsubscribe()
        if (!keepRows || !current) row = undefined
        isRead = current === null
        const mine = key
        live = current
          ? runtime.watch(current.read).subscribe({
              next: (read) => {
                if (mine !== key) return
                // The new language was not fetched yet: the former one stays (M9).
                if (read === undefined && keepRows && row !== undefined) return
                row = read
                isRead = true
                show()
                settle()
              },
              // The database was closed by a sign-out, or has failed, which the state of the storage shows.
              error: () => {
                isRead = true
                show()
                settle()
              },
            })
          : null
      }
      show()
    }
    const { session, pulls } = runtime
    const ends = [session.state, pulls.failures, pulls.memory, languageChanges].map((cell) => cell.subscribe(attach))
    attach()
    // Storage may open after the first query.
    void loadRuntime().then(() => {
      attach()
      if (key === null) settle()
    })
    return () => {
      for (const end of ends) end()
      live?.unsubscribe()
    }
  }
  /** Follows the runtime once for the page, however many screens read the view. */
  const connect = () => {
    if (isConnected) return
    isConnected = true
    onRuntime(attachTo)
  }

  return {
    initial,
    get: value.get,
    settled: () => {
      connect()
      return settled
    },
    subscribe: (listener) => {
      connect()
      return value.subscribe(listener)
    },
  }
}

/**
 * Calls `refresh` at mount, when the runtime is loaded, when the page becomes visible, when the language changes (M33),
 * and when `on` changes.
 */
export const useRefreshed = (refresh: () => void, on: string): void => {
  useEffect(() => {
    let isRefreshed = runtime() !== null
    refresh()
    const endLanguage = languageChanges.subscribe(refresh)
    const endRuntime = onRuntime(({ platform }) => {
      if (!isRefreshed) refresh()
      isRefreshed = true
      return platform.on('visible', refresh)
    })
    return () => {
      endLanguage()
      endRuntime()
    }
  }, [refresh, on])
}
