import { useLingui } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { ErrorState } from '#ui/states.tsx'
import styles from './home.module.css'

/** Renders the error state for a catalogue that is neither on this phone nor available from the server. */
export function CatalogueError({ retry }: { retry: () => void }) {
  const { t } = useLingui()
  return (
    <section className={styles.section}>
      <ErrorState
        scene={<Scene name="cablecar" hour="night" />}
        title={t`Could not load this page`}
        text={t`Check your connection and try again. What is saved on this phone is not affected.`}
        onRetry={retry}
      />
    </section>
  )
}
