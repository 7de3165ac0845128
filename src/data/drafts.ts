import type * as z from 'zod/mini'
import { useView } from './view.ts'

/** Prefix of the keys of all drafts in session storage. */
export const DRAFT_PREFIX = 'harbor-pass:'

/** Key of the recent searches of this phone in local storage. */
export const RECENT_SEARCHES_KEY = 'hp-searches'

/** The `clear` functions of all drafts of this page. */
const clearAll = new Set<() => void>()

/** What a visitor has typed in one form, as an object that survives a reload of the tab. */
export interface Draft<T> {
  read: () => T
  /** Replaces these fields and renders all users of the draft again. */
  patch: (change: Partial<T>) => void
  /** Empties the draft, in memory and in storage. */
  clear: () => void
  /** Hook: returns the draft, and renders again at each change. */
  use: () => T
}

/**
 * Creates the draft stored under `key`. It begins empty when storage is refused or `schema` rejects the content. With
 * refused storage it lasts as long as the page. `onClear` empties what belongs to the draft and is never stored.
 */
export const createDraft = <T extends object>(
  key: string,
  schema: z.ZodMiniType<T>,
  empty: T,
  onClear: () => void = () => undefined,
): Draft<T> => {
  const storageKey = `${DRAFT_PREFIX}${key}`
  const listeners = new Set<() => void>()
  let draft: T | undefined

  const stored = (): T => {
    try {
      const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
      return parsed.success ? parsed.data : empty
    } catch {
      return empty
    }
  }
  const write = (next: T): void => {
    draft = next
    try {
      if (next === empty) sessionStorage.removeItem(storageKey)
      else sessionStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Storage is refused: the draft stays in memory.
    }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = (): T => (draft ??= stored())
  const view = { initial: empty, get: read, subscribe }
  const clear = () => {
    onClear()
    write(empty)
  }
  clearAll.add(clear)
  return {
    read,
    patch: (change) => write({ ...read(), ...change }),
    clear,
    use: () => useView(view),
  }
}

/** Deletes every draft of this tab, in memory and in storage, and the recent searches, at a sign-out (security 4.3). */
export const forgetDrafts = (): void => {
  for (const clear of clearAll) clear()
  try {
    localStorage.removeItem(RECENT_SEARCHES_KEY)
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Storage is refused: there are no stored drafts.
  }
}
