import { useRuntimeReady } from '#data/runtimeReady.ts'
import { useSession } from '#data/session.ts'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import { BannersBlank } from './bannersBlank.tsx'
import { Benefits } from './benefits.tsx'
import { Hero } from './hero.tsx'
import { HomeEnd } from './homeEnd.tsx'
import { HomeLinks } from './homeLinks.tsx'
import styles from './home.module.css'
import { OpenPlacesBlank } from './openPlacesBlank.tsx'
import { PassTickets } from './passTickets.tsx'
import { Search } from './search.tsx'

const OpenPlaces = lazyPart(async () => (await import('./openPlacesRow.tsx')).OpenPlacesRow, OpenPlacesBlank)
const LoadedBanners = lazyPart(async () => (await import('./banners.tsx')).Banners, BannersBlank)
const MemberSections = lazyPart(async () => (await import('./memberSections.tsx')).MemberSections)
const FilmButton = lazyPart(async () => (await import('../../-shared/film/filmButton.tsx')).FilmButton)
const HomeNotice = lazyPart(async () => (await import('./homeNotice.tsx')).HomeNotice)

/** Renders `/` and `/home`: for visitors what a pass is and costs, for members first what they own; then the promotions. */
export function HomeScreen() {
  const { state } = useSession()
  const isReady = useRuntimeReady()
  const banners = isReady ? <LoadedBanners /> : <BannersBlank />
  return (
    <main data-screen="/home">
      <Hero />
      <div className={styles.under}>
        <HomeLinks />
        <Search />
      </div>
      {state === 'anonymous' ? (
        <>
          <Benefits />
          <PassTickets />
          {banners}
          <OpenPlaces />
        </>
      ) : (
        <>
          <MemberSections />
          {banners}
        </>
      )}
      {isReady && <FilmButton />}
      <HomeEnd />
      {isReady && <HomeNotice />}
    </main>
  )
}
