import type { I18n } from '@lingui/core'
import { BCP47 } from '#contract/locales.ts'
import type { GateI18n } from './useGateI18n.ts'

/** Renders a message in Korean, large, then in the visitor’s language; omits a language that is not loaded. */
export function Bilingual({ sentences, say }: { sentences: GateI18n; say: (i18n: I18n) => string }) {
  const { korean, visitor, locale } = sentences
  return (
    <>
      {korean && <span lang="ko">{say(korean)}</span>}
      {visitor && <span lang={BCP47[locale]}>{say(visitor)}</span>}
    </>
  )
}
