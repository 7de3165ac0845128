const ORDER = /^[0-9a-f-]{36}$/i

/** Reads `?ord=`, an order id. Always returns the key: an omitted one would pass through unvalidated. */
export const readOrderSearch = ({ ord }: Record<string, unknown>): { ord?: string | undefined } => ({
  ord: typeof ord === 'string' && ORDER.test(ord) ? ord : undefined,
})
