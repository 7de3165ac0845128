import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, CalendarPlus, Globe, Phone, Share } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { useFavourites } from '#data/favourites.ts'
import { useOnline } from '#data/online.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { Tag, WaitingChip } from '#ui/tag.tsx'
import { useToast } from '#ui/useToast.ts'
import { useBack } from '#ui/topBar.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { NotFoundScreen } from '../../-shell/lazyScreens.tsx'
import { useTitle } from '../../-shared/title.ts'
import { SETTING_NAMES } from './categoryNames.ts'
import styles from './detail.module.css'
import { Facts } from './facts.tsx'
import { FavouriteButton } from '../../-shared/attraction/favouriteButton.tsx'
import { Nearby } from './nearby.tsx'
import { PriceAction } from './priceAction.tsx'
import { PassTags } from '../../-shared/attraction/tags.tsx'
import { calendarFile } from './calendarFile.ts'
import { Directions } from './directions.tsx'
import { Week } from './week.tsx'

/** `/attractions/{detail}`: one attraction, read from the mirror. */
export function DetailScreen({ gdsUid }: { gdsUid: string }) {
  const { t } = useLingui()
  const { data, status, refresh } = useCatalogue()
  const place = data?.attractions.find((each) => each.gdsUid === gdsUid)
  useTitle(place?.name ?? t`Attractions`)
  if (place) return <Detail key={gdsUid} place={place} />
  if (status === 'ready') return <NotFoundScreen />
  return (
    <main data-screen="/attractions/{detail}" aria-busy={status === 'loading'}>
      {status === 'loading' ? (
        <div className={styles.loading}>
          <LoadingLine label={t`Loading the place`} />
          <Skeleton height="18rem" />
          <Skeleton width="60%" height="2rem" />
          <Skeleton height="5rem" />
          <Skeleton height="8rem" />
        </div>
      ) : (
        <CatalogueError title={t`Could not load this place`} onRetry={() => void refresh()} />
      )}
    </main>
  )
}

function Detail({ place }: { place: AttractionDetail }) {
  const { i18n } = useLingui()
  const { at } = useCatalogue()
  const now = useNow(60_000)
  const online = useOnline()
  const waiting = useFavourites().stateOf(place.gdsUid)
  return (
    <main data-screen="/attractions/{detail}" data-hero className={styles.detail}>
      <div className={styles.hero}>
        <Scene name={place.scene} className={styles.scene} />
        <Actions place={place} now={now} />
      </div>
      <article className={styles.sheet}>
        <div className={styles.tags}>
          <PassTags place={place} />
          <Tag>{i18n._(SETTING_NAMES[place.setting])}</Tag>
          {waiting && <WaitingChip state={waiting} />}
        </div>
        <h1>{place.name}</h1>
        <p className={styles.address}>{place.district}</p>
        <Facts place={place} now={now} />
        {!online && (
          <p className={styles.age}>
            <DataAge at={at} />
          </p>
        )}
        <p className={styles.text}>{place.description}</p>
        <Week place={place} now={now} />
        <section className={styles.section}>
          <h2>
            <Trans>How to get there</Trans>
          </h2>
          <Directions place={place} />
          {place.address !== place.addressKo && <p className={styles.address}>{place.address}</p>}
          <p className={styles.taxi}>
            <Trans>For the taxi driver</Trans>
            <b lang="ko">{place.addressKo}</b>
          </p>
        </section>
        {place.ageNotes.length > 0 && (
          <section className={styles.section}>
            <h2>
              <Trans>Good to know</Trans>
            </h2>
            <ul className={styles.notes}>
              {place.ageNotes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </section>
        )}
        {(place.website || place.phone) && (
          <ul className={styles.contact}>
            {place.website && (
              <li>
                <a href={place.website} target="_blank" rel="noreferrer">
                  <Icon of={Globe} size={20} />
                  <Trans>Website</Trans>
                </a>
              </li>
            )}
            {place.phone && (
              <li>
                <a href={`tel:${place.phone}`}>
                  <Icon of={Phone} size={20} />
                  {place.phone}
                </a>
              </li>
            )}
          </ul>
        )}
        <Nearby place={place} />
      </article>
      <PriceAction place={place} />
    </main>
  )
}

/** Renders the buttons over the picture: back, calendar, share, favourite. */
function Actions({ place, now }: { place: AttractionDetail; now: number }) {
  const { t } = useLingui()
  const toast = useToast()
  const back = useBack('/attractions')

  const share = async (): Promise<void> => {
    const link = { title: place.name, url: location.href }
    try {
      if ('share' in navigator) await navigator.share(link)
      else {
        await (navigator as Navigator).clipboard.writeText(link.url)
        toast({ text: t`Link copied` })
      }
    } catch (error) {
      // AbortError: the visitor closed the share sheet.
      if ((error as DOMException).name !== 'AbortError') toast({ text: t`This could not be shared. Try again.` })
    }
  }
  const note = (): void => {
    const file = new Blob([calendarFile(place, now, location.href)], { type: 'text/calendar' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${place.gdsUid}.ics`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }
  return (
    <div className={styles.actions}>
      <IconButton raised icon={ArrowLeft} label={t`Back`} onClick={back} />
      <span />
      <IconButton raised icon={CalendarPlus} label={t`Add to calendar`} onClick={note} />
      <IconButton raised icon={Share} label={t`Share`} onClick={() => void share()} />
      <FavouriteButton raised gdsUid={place.gdsUid} name={place.name} />
    </div>
  )
}
