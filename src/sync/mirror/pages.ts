import type { Api, Input, Options, Tagged } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { Call } from '#contract/calls/call.ts'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'

/** At most this many pages of a list are fetched, the first ones (M17). */
const PAGES_MAX = 10

/** One page of a list, as its query names it. */
export interface PageQuery {
  pageNum: string
  pageSize: string
}
const pageQueryOf = (pageNum: number): PageQuery => ({ pageNum: String(pageNum), pageSize: String(PAGE_SIZE_MAX) })

interface Paged<T> {
  list: T[]
  total: number
}

/**
 * Calls `fetchPage` page by page, until the list is complete or a page is empty (M17). An entry that a change between
 * two pages has moved to the next one counts once.
 */
const collect = async <T>(fetchPage: (pageNum: number) => Promise<Answer<Paged<T>>>): Promise<Answer<T[]>> => {
  const all: T[] = []
  // As text: lists have no common name of an id.
  const former = new Set<string>()
  for (let pageNum = 1; pageNum <= PAGES_MAX; pageNum += 1) {
    const answer = await fetchPage(pageNum)
    if (!answer.ok) return answer
    const { list, total } = answer.data
    // Within one page equal entries are two.
    all.push(...list.filter((entry) => !former.has(JSON.stringify(entry))))
    for (const entry of list) former.add(JSON.stringify(entry))
    if (list.length === 0 || all.length >= total) break
  }
  return { ok: true, data: all }
}

/** Fetches a list of a member page by page (M17). Resolves with all entries, or with the failure of a page. */
export const pages = <C extends Call, T>(
  api: Api,
  entry: C & { data: { _zod: { output: Paged<T> } } },
  query: object = {},
  options: Options = {},
): Promise<Answer<T[]>> =>
  collect(
    (pageNum) =>
      api.call(entry as Call, { query: { ...query, ...pageQueryOf(pageNum) } } as Input<Call>, options) as Promise<
        Answer<Paged<T>>
      >,
  )

/** Returns the ETags in the stamp of a paged answer. A release that fetched one page alone has stored none of these. */
const etagsOf = (etag: string | undefined): string[] => (etag?.startsWith('[') ? (JSON.parse(etag) as string[]) : [])

/**
 * Fetches a shared list page by page, each page with its own ETag (M17, M19). The list is unchanged when all its pages
 * are; otherwise the others are fetched anew. `etag`, and the ETag of the answer: those of the pages, as JSON.
 */
export const sharedPages = async (
  fetchPage: (etag: string | undefined, page: PageQuery) => Promise<Answer<Tagged<unknown>>>,
  etag: string | undefined,
): Promise<Answer<Tagged<unknown>>> => {
  const before = etagsOf(etag)
  let changed: { pageNum: number; answer: Answer<Tagged<unknown>> } | null = null
  for (const [index, pageEtag] of before.entries()) {
    const answer = await fetchPage(pageEtag, pageQueryOf(index + 1))
    if (!answer.ok) return answer
    if (answer.data.unchanged) continue
    changed = { pageNum: index + 1, answer }
    break
  }
  if (etag !== undefined && before.length > 0 && !changed)
    return { ok: true, data: { data: undefined, etag, unchanged: true } }
  const etags: (string | null)[] = []
  const answer = await collect<unknown>(async (pageNum) => {
    const one = changed?.pageNum === pageNum ? changed.answer : await fetchPage(undefined, pageQueryOf(pageNum))
    if (!one.ok) return one
    etags.push(one.data.etag)
    return { ok: true, data: one.data.data as Paged<unknown> }
  })
  if (!answer.ok) return answer
  const data = { list: answer.data, total: answer.data.length }
  return { ok: true, data: { data, etag: etags.includes(null) ? null : JSON.stringify(etags), unchanged: false } }
}
