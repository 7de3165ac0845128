const PAGES_MAX = 50

/** Number of pages of a list that are shown, in its address. Absent: one. */
export interface PageSearch {
  page?: number
}

/** Reads `page` from the address: drops an invalid one, lowers it to 50. */
export const readPage = ({ page }: Record<string, unknown>): PageSearch =>
  Number.isInteger(page) && Number(page) > 1 ? { page: Math.min(Number(page), PAGES_MAX) } : {}
