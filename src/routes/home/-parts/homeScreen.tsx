import { Benefits } from './benefits.tsx'
import { HomeLinks } from './homeLinks.tsx'
import { Hero } from './hero.tsx'
import styles from './home.module.css'
import { OpenNow } from './openNow.tsx'
import { PassTickets } from './passTickets.tsx'
import { Search } from './search.tsx'

/** `/` and `/home`. */
export function HomeScreen() {
  return (
    <main data-screen="/home">
      <Hero />
      <div className={styles.under}>
        <HomeLinks />
        <Search />
      </div>
      <PassTickets />
      <OpenNow />
      <Benefits />
    </main>
  )
}
