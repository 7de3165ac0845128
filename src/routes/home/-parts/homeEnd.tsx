import { useLingui } from '@lingui/react/macro'
import { useCatalogue } from '#data/catalogue.ts'
import { DataAge } from '../../-shared/dataAge.tsx'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import styles from './home.module.css'

const CatalogueError = lazyPart(async () => (await import('../../-shared/catalogueError.tsx')).CatalogueError)

/** Renders the catalogue's age at the end of home; an error state if it could not be loaded. */
export function HomeEnd() {
  const { t } = useLingui()
  const { status, at, refresh } = useCatalogue()
  return status === 'failed' ? (
    <section className={styles.section}>
      <CatalogueError title={t`Could not load this page`} onRetry={() => void refresh()} />
    </section>
  ) : (
    <p className={styles.age}>
      <DataAge at={at} />
    </p>
  )
}
