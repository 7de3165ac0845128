const ORDER = /^[0-9a-f-]{36}$/i

/** `?ord=` of the payment screens: the order, if it is one. */
export const ordSearch = ({ ord }: Record<string, unknown>): { ord?: string } =>
  typeof ord === 'string' && ORDER.test(ord) ? { ord } : {}
