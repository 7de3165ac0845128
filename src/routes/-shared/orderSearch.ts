const ORDER = /^[0-9a-f-]{36}$/i

/**
 * Reads `?ord=`: an order id, else undefined. Always returns the key: the router lays the result over the raw query, so
 * an omitted key would keep its unvalidated value.
 */
export const readOrderSearch = ({ ord }: Record<string, unknown>): { ord?: string | undefined } => ({
  ord: typeof ord === 'string' && ORDER.test(ord) ? ord : undefined,
})
