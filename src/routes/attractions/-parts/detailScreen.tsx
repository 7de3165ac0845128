import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Category } from '#contract/codes.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { useFavourites } from '#data/favourites.ts'
import { useOnline } from '#data/online.ts'
import { IconButton } from '#ui/button.tsx'
import { Tag, WaitingChip } from '#ui/tag.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import frame from '../../-shared/detail/detail.module.css'
import { DetailLoading } from '../../-shared/detail/detailLoading.tsx'
import { Hero } from '../../-shared/detail/hero.tsx'
import { Nearby } from '../../-shared/detail/nearby.tsx'
import { NotFoundScreen } from '../../-shell/lazyScreens.tsx'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import { saveFile } from '../../-shared/saveFile.ts'
import { useTitle } from '../../-shared/title.ts'
import { CATEGORY_NAMES, SETTING_NAMES } from '../../-shared/attraction/categoryNames.ts'
import styles from './detail.module.css'
import { Facts } from './facts.tsx'
import { FavouriteButton } from '../../-shared/attraction/favouriteButton.tsx'
import { PriceAction } from './priceAction.tsx'
import { PassTags } from '../../-shared/attraction/tags.tsx'
import { calendarFile } from './calendarFile.ts'
import { Contact } from './contact.tsx'
import { Directions } from './directions.tsx'
import { Week } from './week.tsx'

const FilmButton = lazyPart(async () => (await import('../../-shared/film/filmButton.tsx')).FilmButton)

/** Categories without a tag: the setting says whether a place is indoors, and “other” says nothing. */
const UNTAGGED: ReadonlySet<Category> = new Set(['indoors', 'outdoors', 'other'])

/** Renders `/attractions/{detail}`: one attraction, read from the mirror. */
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
        <DetailLoading label={t`Loading the place`} />
      ) : (
        <CatalogueError title={t`Could not load this place`} onRetry={() => void refresh()} />
      )}
    </main>
  )
}

function Detail({ place }: { place: AttractionDetail }) {
  const { i18n } = useLingui()
  const { at } = useCatalogue()
  const now = useNow(MINUTE_MS)
  const online = useOnline()
  const waiting = useFavourites().stateOf(place.gdsUid)
  return (
    <main data-screen="/attractions/{detail}" data-hero className={frame.detail}>
      <Hero
        scene={place.scene}
        place={place.gdsUid}
        photos={place.photos}
        title={place.name}
        back="/attractions"
        before={<CalendarButton place={place} now={now} />}
        after={<FavouriteButton raised gdsUid={place.gdsUid} name={place.name} />}
      />
      <article className={frame.sheet}>
        <div className={frame.tags}>
          <PassTags place={place} explained />
          <Tag>{i18n._(SETTING_NAMES[place.setting])}</Tag>
          {place.categories.map((each) => !UNTAGGED.has(each) && <Tag key={each}>{i18n._(CATEGORY_NAMES[each])}</Tag>)}
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
        <p className={frame.text}>{place.description}</p>
        {place.film && (
          <div className={frame.text}>
            <FilmButton />
          </div>
        )}
        <Week place={place} now={now} />
        <section className={frame.section}>
          <h2>
            <Trans>How to get there</Trans>
          </h2>
          <Directions place={place} />
          {place.address !== place.addressKo && <p className={styles.address}>{place.address}</p>}
          <p className={styles.taxi}>
            <Trans>For the taxi driver</Trans>
            <b lang="ko">{place.addressKo}</b>
            <Link to="/helpCards">
              <Trans>Korean help cards</Trans>
            </Link>
          </p>
        </section>
        <Contact place={place} />
        <Nearby places={place.nearby} />
      </article>
      <PriceAction place={place} />
    </main>
  )
}

/** Renders a button that saves a visit at the next opening as a calendar file. */
function CalendarButton({ place, now }: { place: AttractionDetail; now: number }) {
  const { t } = useLingui()
  const save = (): void => {
    const file = new Blob([calendarFile(place, now, location.href)], { type: 'text/calendar' })
    saveFile(file, `${place.gdsUid}.ics`)
  }
  return <IconButton raised icon={CalendarPlus} label={t`Add to calendar`} onClick={save} />
}
