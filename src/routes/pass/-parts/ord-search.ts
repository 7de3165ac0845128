const ORDER = /^[0-9a-f-]{36}$/i

/** `?ord=` of the payment screens: the order, if it is one. Named even if not: an omitted key would come through raw. */
export const ordSearch = ({ ord }: Record<string, unknown>): { ord?: string | undefined } => ({
  ord: typeof ord === 'string' && ORDER.test(ord) ? ord : undefined,
})
