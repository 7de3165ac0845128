import { RECENT_SEARCHES_KEY } from './drafts.ts'
import { useView, type View } from './view.ts'

/** The words that were searched on this phone. */

const RECENT_MAX = 8
const listeners = new Set<() => void>()
const NONE: readonly string[] = []
let cache: { json: string | null; keywords: readonly string[] } = { json: null, keywords: NONE }

const stored = (): readonly string[] => {
  try {
    const json = localStorage.getItem(RECENT_SEARCHES_KEY)
    // The same list until it changes: React compares it.
    if (json !== cache.json) {
      const parsed: unknown = JSON.parse(json ?? '[]')
      const list = Array.isArray(parsed) ? parsed.filter((word): word is string => typeof word === 'string') : NONE
      cache = { json, keywords: list.slice(0, RECENT_MAX) }
    }
    return cache.keywords
  } catch {
    return NONE
  }
}
const store = (keywords: readonly string[]): void => {
  try {
    if (keywords.length === 0) localStorage.removeItem(RECENT_SEARCHES_KEY)
    else localStorage.setItem(RECENT_SEARCHES_KEY, JSON.stringify(keywords))
  } catch {
    // Storage is refused: searches are not remembered.
  }
  for (const listener of listeners) listener()
}
const recent: View<readonly string[]> = {
  initial: NONE,
  get: stored,
  subscribe: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Returns the last words that were searched on this phone, the newest first. */
export const useRecentSearches = (): readonly string[] => useView(recent)

/** Remembers a searched word on this phone, as the newest of eight. */
export const rememberSearch = (keyword: string): void => {
  const word = keyword.trim()
  if (word !== '') store([word, ...stored().filter((each) => each !== word)].slice(0, RECENT_MAX))
}

/** Forgets the searched words of this phone. */
export const forgetSearches = (): void => store([])
