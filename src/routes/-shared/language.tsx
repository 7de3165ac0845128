import { useLingui } from '@lingui/react/macro'
import { Globe } from 'lucide-react'
import { BCP47, isLocale, LOCALE_NAMES, LOCALES, LOCALE_SHORT, type Locale } from '#contract/locales.ts'
import { probeServer } from '#data/online.ts'
import { rememberLocale } from '#i18n/locale.ts'
import { isLastChoice, setLocale, useLocale } from '#i18n/useLocale.ts'
import { reloadOnce } from '../-shell/reload.ts'
import { Icon } from '#ui/icon.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './language.module.css'

/**
 * Returns a function that switches the language. Shows a toast when the messages of that language cannot be loaded and
 * no other one was chosen meanwhile.
 */
export const useSetLocale = (): ((locale: Locale) => void) => {
  const { t } = useLingui()
  const toast = useToast()
  const failed = t`We could not load this language. Check your connection and try again.`
  return (locale) =>
    void setLocale(locale).catch(async () => {
      const isAnswered = await probeServer()
      if (!isLastChoice(locale)) return
      if (isAnswered) {
        // Browsers cache a failed module import: only a reload fetches it again.
        rememberLocale(locale)
        if (reloadOnce()) return
      }
      toast({ text: failed })
    })
}

/** Renders the compact picker of the header: a native select behind a globe. */
export function LanguagePicker() {
  const { t } = useLingui()
  const locale = useLocale()
  const choose = useSetLocale()
  return (
    <label className={styles.picker}>
      <Icon of={Globe} />
      <span aria-hidden>{LOCALE_SHORT[locale]}</span>
      <select
        aria-label={t`Language`}
        value={locale}
        onChange={({ target }) => isLocale(target.value) && choose(target.value)}
      >
        {LOCALES.map((each) => (
          <option key={each} value={each} lang={BCP47[each]}>
            {LOCALE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** With these first, both rows of the bar are full. */
const FIRST: readonly Locale[] = ['en', 'ko', 'jp']
const ROWS = [...FIRST, ...LOCALES.filter((locale) => !FIRST.includes(locale))]

/** Renders all languages by their own names, for the side navigation and the menu. */
export function LanguageBar() {
  const { t } = useLingui()
  const locale = useLocale()
  const choose = useSetLocale()
  return (
    <div role="group" aria-label={t`Language`} className={styles.bar}>
      <p className={styles.label} aria-hidden>
        <Icon of={Globe} size={16} />
        {t`Language`}
      </p>
      <div className={styles.names}>
        {ROWS.map((each) => (
          <button
            key={each}
            type="button"
            lang={BCP47[each]}
            aria-pressed={each === locale}
            onClick={() => choose(each)}
          >
            {LOCALE_NAMES[each]}
          </button>
        ))}
      </div>
    </div>
  )
}
