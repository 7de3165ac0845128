import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

/** Parses a phone number into E.164; null when it is invalid. Without `+` it is read as a number of `country`. */
export const toE164 = (typed: string, country: string): string | null => {
  const phoneNumber = parsePhoneNumberFromString(typed, country === '' ? undefined : (country as CountryCode))
  return phoneNumber?.isValid() ? phoneNumber.number : null
}
