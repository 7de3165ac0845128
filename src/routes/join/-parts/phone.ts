import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

/** A number as people write it → E.164, or null when it is none. Without `+` it is read as one of `country`. */
export const toE164 = (typed: string, country: string): string | null => {
  const found = parsePhoneNumberFromString(typed, country === '' ? undefined : (country as CountryCode))
  return found?.isValid() ? found.number : null
}
