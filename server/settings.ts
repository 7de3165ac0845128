/** Reads single settings from the environment. All functions throw `ConfigError`. */

export type Env = Readonly<Record<string, string | undefined>>

/** An invalid setting; the message is the sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Returns a port number; `fallback` without a value. */
export const port = (name: string, value: string | undefined, fallback: number): number => {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!/^\d{1,5}$/.test(value) || number > 65_535)
    throw new ConfigError(`${name} must be a port number, not "${value}".`)
  return number
}

/** Returns a whole number from 0 to 100; 0 without a value. */
export const percent = (name: string, value: string | undefined): number => {
  if (value === undefined || value === '') return 0
  if (!/^\d{1,3}$/.test(value) || Number(value) > 100)
    throw new ConfigError(`${name} must be a whole number from 0 to 100, not "${value}".`)
  return Number(value)
}

/** Returns a whole number from 1; `fallback` without a value. */
export const count = (name: string, value: string | undefined, fallback: number): number => {
  if (value === undefined || value === '') return fallback
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new ConfigError(`${name} must be a whole number from 1, not "${value}".`)
  return Number(value)
}

/** Returns an address without a trailing slash. */
export const url = (name: string, value: string, protocols: readonly string[]): string => {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new ConfigError(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
  return value.replace(/\/+$/, '')
}

/** Returns a setting that the payment gateway `gateway` cannot do without. */
export const neededBy = (gateway: string, name: string, value: string | undefined): string => {
  if (!value) throw new ConfigError(`PAYMENT_GATEWAY=${gateway} needs ${name}.`)
  return value
}
