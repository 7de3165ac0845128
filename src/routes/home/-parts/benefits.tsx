import { Trans, useLingui } from '@lingui/react/macro'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { DataAge } from '../../-shared/dataAge.tsx'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import { SectionHead } from './sectionHead.tsx'
import styles from './home.module.css'

const CatalogueError = lazyPart(async () => (await import('../../-shared/catalogueError.tsx')).CatalogueError)

/** Renders the benefits of a pass in numbers and the catalogue's age; an error state if it could not be loaded. */
export function Benefits() {
  const { t } = useLingui()
  const { data, status, at, refresh } = useCatalogue()
  const { number } = useFormat()
  if (status === 'failed') {
    return (
      <section className={styles.section}>
        <CatalogueError title={t`Could not load this page`} onRetry={() => void refresh()} />
      </section>
    )
  }
  const facts = [
    { value: data?.benefit.freePlaces, text: t`attractions to choose from, each free once` },
    {
      value: data?.benefit.discountPlaces,
      text:
        data?.benefit.discountSampleYn === 'Y'
          ? t`partners with a discount (sample data)`
          : t`partners with a discount`,
    },
    { value: data?.benefit.districts, text: t`districts of Busan` },
  ]
  return (
    <section className={styles.section}>
      <SectionHead title={<Trans>What a pass gives you</Trans>} />
      <dl className={styles.facts}>
        {facts.map(({ value, text }) =>
          // 0 until a partner confirms a discount: hide it.
          value === 0 ? null : (
            <div key={text}>
              <dt>{text}</dt>
              <dd>{value === undefined ? '\u00a0' : number(value)}</dd>
            </div>
          ),
        )}
      </dl>
      <p className={styles.age}>
        <DataAge at={at} />
      </p>
    </section>
  )
}
