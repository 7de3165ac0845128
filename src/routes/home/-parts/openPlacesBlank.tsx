import { Trans } from '@lingui/react/macro'
import { Blanks } from './blanks.tsx'
import { SectionHead } from './sectionHead.tsx'
import styles from './home.module.css'

/** Renders the row of open places in its size, until it is loaded: it is below the fold. */
export function OpenPlacesBlank() {
  return (
    <section className={styles.section}>
      <SectionHead title={<Trans>Free with pass</Trans>} />
      <ul className={styles.cards}>
        <Blanks />
      </ul>
    </section>
  )
}
