import { Trans, useLingui } from '@lingui/react/macro'
import { MINUTE_MS } from '#contract/time.ts'
import { Scene } from '#art/scene.tsx'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { useFavouritePlaces, useFavourites } from '#data/favourites.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useIsComputer } from '#ui/useMedia.ts'
import { Pairs } from '../../-shared/columns.tsx'
import { DataAge, oldestOf } from '../../-shared/dataAge.tsx'
import { BlankRow, Row } from '../../-shared/attraction/row.tsx'
import { SignInAgain } from '../../-shared/signInAgain.tsx'
import styles from './myPage.module.css'

/** Renders the member's favourites, newest first: the mirror with the waiting actions of the outbox applied. */
export function MyAttractionsScreen() {
  const { t } = useLingui()
  const { list, status, at } = useFavourites()
  const places = useFavouritePlaces()
  const { state } = useSession()
  const catalogue = useCatalogue()
  const now = useNow(MINUTE_MS)
  const isComputer = useIsComputer()
  return (
    <main data-screen="/myPage/myAttractions" className={styles.screen}>
      <TopBar title={<Trans>Favourites</Trans>} back="/myPage" />
      {list.length === 0 && state === 'locked' && at === null ? (
        <SignInAgain returnTo="/myPage/myAttractions" />
      ) : list.length === 0 && status === 'loading' ? (
        <>
          <LoadingLine label={t`Loading places`} />
          <Pairs>
            <BlankRow />
            <BlankRow />
          </Pairs>
        </>
      ) : list.length === 0 && status === 'failed' ? (
        <ErrorState
          scene={<Scene name="temple" />}
          title={<Trans>Could not load your favourites</Trans>}
          text={<Trans>Your favourites will appear here as soon as they can be loaded. Check your connection.</Trans>}
        />
      ) : (places ?? list).length === 0 ? (
        <EmptyState
          scene={<Scene name="temple" />}
          title={<Trans>No favourite attractions</Trans>}
          text={
            isComputer ? (
              <Trans>Click the heart on a place to keep it here.</Trans>
            ) : (
              <Trans>Tap the heart on a place to keep it here, even without a connection.</Trans>
            )
          }
          actions={
            <LinkButton to="/attractions" full>
              <Trans>See the attractions</Trans>
            </LinkButton>
          }
        />
      ) : (
        <>
          {!places && <LoadingLine label={t`Loading places`} />}
          <Pairs>
            {places
              ? places.map((place) => <Row key={place.gdsUid} place={place} now={now} />)
              : list.map(({ gdsUid }) => <BlankRow key={gdsUid} />)}
          </Pairs>
          <p className={styles.age}>
            <DataAge at={oldestOf(at, catalogue.at)} />
          </p>
        </>
      )}
    </main>
  )
}
