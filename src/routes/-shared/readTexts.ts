/**
 * Reads texts from an address: drops all other search parameters, and empty ones; cuts each to 80 characters. The router
 * parses a numeric text into a number, so it is turned back into text.
 */
export const readTexts = <Name extends string>(
  search: Record<string, unknown>,
  ...names: Name[]
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = search[name]
      return (typeof text === 'string' && text !== '') || typeof text === 'number'
        ? [[name, String(text).slice(0, 80)]]
        : []
    }),
  ) as Partial<Record<Name, string>>
