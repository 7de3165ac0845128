import { useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'

/** Keys in this tab's storage of everything that a visitor is writing. */
export const DRAFT_PREFIX = 'harbor-pass:'

/** Empties each draft that this page created. */
const clearAll = new Set<() => void>()

/** What a visitor has typed so far, as one object that survives a reload of this tab. */
export interface Draft<T> {
  read: () => T
  /** Replaces these fields and redraws every user of the draft. */
  patch: (change: Partial<T>) => void
  /** Back to the empty draft, in memory and in storage. */
  clear: () => void
  /** The hook: the draft, drawn anew with each change. */
  use: () => T
}

/**
 * Creates the draft stored under `key`. Storage that the browser refuses, and content that `schema` rejects, are an
 * empty draft: then it lives as long as the page.
 */
export const createDraft = <T extends object>(key: string, schema: z.ZodMiniType<T>, empty: T): Draft<T> => {
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
      // storage refused
    }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = (): T => (draft ??= stored())
  const clear = () => write(empty)
  clearAll.add(clear)
  return {
    read,
    patch: (change) => write({ ...read(), ...change }),
    clear,
    use: () => useSyncExternalStore(subscribe, read, () => empty),
  }
}

/** Takes every draft of this tab away, in memory and in storage: what a member wrote is gone after signing out (security: shared device). */
export const forgetDrafts = (): void => {
  for (const clear of clearAll) clear()
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // no storage, no drafts
  }
}
