import { returnTo } from '#contract/rules/returnTo.ts'

export interface ReturnSearch {
  /** Path to open after signing in or up; absent for home. */
  returnTo?: string | undefined
}
const HOME = '/home'

/**
 * Reads `?returnTo=` of sign-in and sign-up. Always returns the key: the router lays the result over the raw query, so an
 * omitted key would keep its unvalidated value.
 */
export const returnSearch = (search: Record<string, unknown>): ReturnSearch => {
  const path = returnTo(search.returnTo)
  return { returnTo: path === HOME ? undefined : path }
}

interface Middleware {
  search: ReturnSearch
  next: (search: ReturnSearch) => ReturnSearch
}
/** Search middleware: links between these screens keep `returnTo`. */
export const carryReturn = {
  middlewares: [
    ({ search, next }: Middleware): ReturnSearch => {
      const result = next(search)
      return { ...result, returnTo: result.returnTo ?? returnSearch({ ...search }).returnTo }
    },
  ],
}
