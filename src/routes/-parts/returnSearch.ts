import { returnTo } from '#contract/rules/returnTo.ts'

export interface ReturnSearch {
  /** Where to go after signing in or up, when that is not home. */
  returnTo?: string | undefined
}
const HOME = '/home'

/** `?returnTo=` of the sign-in and sign-up screens. Named even if not given: an omitted key would come through raw. */
export const returnSearch = (search: Record<string, unknown>): ReturnSearch => {
  const path = returnTo(search.returnTo)
  return { returnTo: path === HOME ? undefined : path }
}

interface Middleware {
  search: ReturnSearch
  next: (search: ReturnSearch) => ReturnSearch
}
/** Links between these screens carry `returnTo` along without naming it. */
export const carryReturn = {
  middlewares: [
    ({ search, next }: Middleware): ReturnSearch => {
      const result = next(search)
      return { ...result, returnTo: result.returnTo ?? returnSearch({ ...search }).returnTo }
    },
  ],
}
