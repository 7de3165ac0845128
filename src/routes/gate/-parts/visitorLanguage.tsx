import { useLingui } from '@lingui/react/macro'
import { Languages } from 'lucide-react'
import { BCP47, LOCALE_NAMES } from '#contract/locales.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './gate.module.css'
import { VISITOR_LOCALES, type GateI18n } from './useGateI18n.ts'

/** Renders the choice of the second language of answers, which staff make for the visitor. */
export function VisitorLanguage({ sentences }: { sentences: GateI18n }) {
  const { t } = useLingui()
  const label = t`Visitor’s language`
  return (
    <div role="group" aria-label={label} className={styles.languages}>
      <span aria-hidden>
        <Icon of={Languages} size={20} />
      </span>
      {VISITOR_LOCALES.map((each) => (
        <button
          key={each}
          type="button"
          lang={BCP47[each]}
          aria-pressed={each === sentences.locale}
          onClick={() => sentences.choose(each)}
        >
          {LOCALE_NAMES[each]}
        </button>
      ))}
    </div>
  )
}
