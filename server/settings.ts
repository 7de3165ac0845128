import * as z from 'zod/mini'

/** Schemas of single settings; each refuses with one sentence for the operator, which names the setting. */

export type Env = Readonly<Record<string, string | undefined>>

/** An invalid setting; the message is the sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Returns the error message of a setting's schema: “<setting> must <what>.” `showsValue` adds the refused value, for
 * settings that hold no secret.
 */
export const must = (what: string, showsValue = false) => ({
  error: ({ path = [], input }: z.core.$ZodRawIssue) =>
    `${path.join('.')} must ${what}${showsValue ? `, not "${String(input)}"` : ''}.`,
})

const wholeNumber = (what: string, pattern: RegExp, max = Infinity) => {
  const isOne = (value: string): boolean => pattern.test(value) && Number(value) <= max
  return z.pipe(z.string().check(z.refine(isOne, must(`be ${what}`, true))), z.transform(Number))
}
export const port = wholeNumber('a port number', /^\d{1,5}$/, 65_535)
export const percent = wholeNumber('a whole number from 0 to 100', /^\d{1,3}$/, 100)
/** Seconds; at most half of the time in which a server finishes what it has begun. */
export const stopDelay = wholeNumber('a whole number from 0 to 10', /^\d{1,2}$/, 10)
/** Days, up to ten years. */
export const validDays = wholeNumber('a whole number from 1 to 3650', /^[1-9]\d{0,3}$/, 3_650)
export const count = wholeNumber('a whole number from 1', /^[1-9]\d{0,6}$/)

/**
 * Returns the schema of an address with one of these protocols, which parses to the address without trailing slashes.
 */
export const url = (...protocols: readonly string[]) => {
  const starts = protocols.map((protocol) => `${protocol}://`).join(' or ')
  const address = z.url({
    protocol: RegExp(`^(?:${protocols.join('|')})$`),
    ...must(`be an address that starts with ${starts}`),
  })
  return z.pipe(
    address,
    z.transform((value) => value.replace(/\/+$/, '')),
  )
}

/** Returns a schema that parses a setting to whether it has this value; false when it is not set. */
export const isValue = (value: string) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((setting) => setting === value),
  )

/**
 * Parses settings; an empty one counts as not set. Throws `ConfigError` for the first invalid one. `owner` is named as
 * the one who needs it when a setting is missing.
 */
export const parseSettings = <Schema extends z.core.$ZodType>(schema: Schema, env: Env, owner: string) => {
  const settings = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(schema, settings, { error: ({ path = [] }) => `${owner} needs ${path.join('.')}.` })
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message)
  return parsed.data
}
