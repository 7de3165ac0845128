import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { createCell } from '#sync/cell.ts'
import { createPhone, type Phone } from '#sync/phone.ts'
import { browserPlatform } from '#sync/platform.ts'

/** This page's phone. Made at the first look, started by `start.ts`. */
let made: Phone | null = null
let settings: { locale: () => Locale; idle: () => Promise<void> } = {
  locale: () => DEFAULT_LOCALE,
  idle: () => Promise.resolve(),
}
/** Rises when the language changes. */
export const languageChanges = createCell(0)
let begin: (phone: Phone) => void = () => undefined
let begun = new Promise<Phone>((resolve) => {
  begin = resolve
})

export const phone = (): Phone => {
  made ??= createPhone({ platform: browserPlatform(), locale: () => settings.locale(), idle: () => settings.idle() })
  return made
}
/** The phone, once its storage is open and its session known. */
export const started = (): Promise<Phone> => begun

export const startPhone = async (composed: typeof settings): Promise<void> => {
  settings = composed
  await phone().start()
  begin(phone())
}

/** Another phone in place of this page's: a test has several. */
export const replacePhone = (other: Phone): void => {
  made = other
  begun = Promise.resolve(other)
}
