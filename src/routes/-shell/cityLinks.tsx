import { CITY_LINKS } from '../-laterNavigation.ts'
import { NavLinks } from './navLinks.tsx'

/** Renders the links about the city, below the others of the side navigation. */
export function CityLinks() {
  return (
    <>
      <hr />
      <NavLinks links={CITY_LINKS} />
    </>
  )
}
