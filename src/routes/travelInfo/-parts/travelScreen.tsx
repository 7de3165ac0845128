import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays, MapPin } from 'lucide-react'
import { useCatalogue } from '#data/catalogue.ts'
import { useOnline } from '#data/online.ts'
import { useTravelInfo, type TravelDetail } from '#data/travelInfo.ts'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import frame from '../../-shared/detail/detail.module.css'
import { Hero } from '../../-shared/detail/hero.tsx'
import { MapLinks } from '../../-shared/detail/mapLinks.tsx'
import { Nearby } from '../../-shared/detail/nearby.tsx'
import { useTitle } from '../../-shared/title.ts'
import { NotFoundScreen } from '../../-shell/lazyScreens.tsx'
import { sceneOfTravel } from '../../-shared/travelScenes.ts'
import styles from './travel.module.css'

/**
 * Renders `/travelInfo/{detail}`: one entry with its text, which this phone stores when it is first read (spec 1.16).
 */
export function TravelScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const { status, data, at, failure, reload } = useTravelInfo(id)
  useTitle(data?.title ?? t`Travel information`)
  if (data) return <Detail key={id} entry={data} at={at} />
  if (failure?.code === 'E_NOT_FOUND') return <NotFoundScreen />
  return (
    <main data-screen="/travelInfo/{detail}" aria-busy={status === 'loading'}>
      {status === 'failed' ? (
        <CatalogueError title={t`Could not load this article`} onRetry={() => void reload()} />
      ) : (
        <div className={frame.loading}>
          <LoadingLine label={t`Loading the article`} />
          <Skeleton height="18rem" />
          <Skeleton width="60%" height="2rem" />
          <Skeleton height="8rem" />
        </div>
      )}
    </main>
  )
}

function Detail({ entry, at }: { entry: TravelDetail; at: number | null }) {
  const online = useOnline()
  const { data } = useCatalogue()
  const nearby = entry.nearby.flatMap((place) => {
    const scene = data?.attractions.find(({ gdsUid }) => gdsUid === place.gdsUid)?.scene
    return scene ? [{ ...place, scene }] : []
  })
  return (
    <main data-screen="/travelInfo/{detail}" data-hero className={frame.detail}>
      <Hero scene={sceneOfTravel(entry)} title={entry.title} back="/travelInfo" />
      <article className={frame.sheet}>
        <div className={frame.tags}>
          <Tag tone="harbour">{entry.category}</Tag>
          <Tag icon={MapPin}>{entry.district}</Tag>
          {entry.period && <Tag icon={CalendarDays}>{entry.period}</Tag>}
        </div>
        <h1>{entry.title}</h1>
        {!online && <DataAge at={at} />}
        <p className={styles.text}>{entry.body}</p>
        {entry.period && (
          <p className={styles.place}>
            <Trans>Dates can change. Check them before you go.</Trans>
          </p>
        )}
        <Nearby places={nearby} />
      </article>
      <section className={styles.maps}>
        <h2 className={styles.mapsTitle}>
          <Trans>On the map</Trans>
        </h2>
        <p>
          <Trans>The location of the pin is approximate.</Trans>
        </p>
        <MapLinks name={entry.title} lat={entry.lat} lon={entry.lon} />
      </section>
    </main>
  )
}
