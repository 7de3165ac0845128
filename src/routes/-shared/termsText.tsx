import { Trans } from '@lingui/react/macro'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import type { Terms } from '#data/terms.ts'
import { useFormat } from '#i18n/format.ts'
import styles from './termsText.module.css'

/** Renders a legal text with the date of its version, as text and never as HTML. `level`: of its headings. */
export function TermsText({ terms: { effectiveDate, sections }, level = 3 }: { terms: Terms; level?: 2 | 3 }) {
  const { date } = useFormat()
  const since = date(koreanDayStart(effectiveDate), 'day')
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <>
      <p className={styles.since}>
        <Trans>In force since {since}</Trans>
      </p>
      {sections.map(({ heading, body }) => (
        <section key={heading} className={styles.section}>
          <Heading>{heading}</Heading>
          <p>{body}</p>
        </section>
      ))}
    </>
  )
}
