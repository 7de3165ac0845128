import * as z from 'zod/mini'

/** Schemas of single settings; each refuses with one sentence for the operator, which names the setting. */

export type Env = Readonly<Record<string, string | undefined>>

/** An invalid setting; the message is the sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The sentence of a schema: what a setting must do. It shows the value only of what is no secret. */
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
export const count = wholeNumber('a whole number from 1', /^[1-9]\d{0,6}$/)

/** An address with one of these protocols; parsed to one without a trailing slash. */
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

/** Whether a setting has this value. */
export const isValue = (value: string) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((setting) => setting === value),
  )

/** Parses settings that `owner` needs; an empty one counts as not set. Throws `ConfigError` for the first invalid one. */
export const parseSettings = <Schema extends z.core.$ZodType>(schema: Schema, env: Env, owner: string) => {
  const settings = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(schema, settings, { error: ({ path = [] }) => `${owner} needs ${path.join('.')}.` })
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message)
  return parsed.data
}
