import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { SuggestedWords } from './searchStart.tsx'
import styles from './search.module.css'

/** Renders that nothing was found, and ways on (spec 8.28). */
export function NoResults({ isOnline }: { isOnline: boolean }) {
  return (
    <div className={styles.start}>
      <EmptyState
        scene={<Scene name="forest" />}
        title={<Trans>No results</Trans>}
        text={
          isOnline ? (
            <Trans>Try a shorter word, or the name in Korean.</Trans>
          ) : (
            <Trans>
              You are offline, so only what is saved on this device was searched. Try a shorter word, or the name in
              Korean.
            </Trans>
          )
        }
        actions={
          <>
            <LinkButton to="/attractions" kind="outline">
              <Trans>Show all places</Trans>
            </LinkButton>
            <LinkButton to="/service/inquiry" kind="quiet">
              <Trans>Contact us</Trans>
            </LinkButton>
          </>
        }
      />
      <SuggestedWords />
    </div>
  )
}
