import { useState } from 'react'
import type { FailedOutcome, Outcome } from '#data/outcome.ts'

interface Page<T> {
  list: T[]
  pageSize: number
  total: number
}

interface LoadedPages<T> {
  /** The entries of all pages so far, each once. */
  entries: T[]
  busy: boolean
  /** Why the last request failed; null when it did not. */
  failure: FailedOutcome | null
}
interface Progress<T> extends LoadedPages<T> {
  first: Page<T>
  pages: number
  total: number
}
interface NextPages<T> extends LoadedPages<T> {
  hasNext: boolean
  load: () => Promise<void>
}

/**
 * Returns the entries of the page `first` and of those that `load` appends to it (spec 4.46). Another `first` replaces
 * them all. Of an entry that has moved to a later page meanwhile, the first one counts.
 */
export const useNextPages = <T>(
  first: Page<T>,
  fetchPage: (pageNum: number) => Promise<Outcome<Page<T>>>,
  idOf: (entry: T) => string,
): NextPages<T> => {
  const start: Progress<T> = { first, entries: first.list, pages: 1, total: first.total, busy: false, failure: null }
  const [latest, setLatest] = useState(start)
  const current = latest.first === first ? latest : start
  const { entries, pages, total, busy, failure } = current
  const load = async (): Promise<void> => {
    setLatest({ ...current, busy: true })
    const outcome = await fetchPage(pages + 1)
    const ids = new Set(entries.map(idOf))
    const next: Progress<T> = outcome.ok
      ? {
          ...current,
          entries: [...entries, ...outcome.data.list.filter((entry) => !ids.has(idOf(entry)))],
          pages: pages + 1,
          total: outcome.data.list.length === 0 ? entries.length : outcome.data.total,
          failure: null,
        }
      : { ...current, failure: outcome }
    // An answer about a former first page is dropped.
    setLatest((progress) => (progress.first === first ? next : progress))
  }
  return { entries, hasNext: pages * first.pageSize < total, busy, failure, load }
}
