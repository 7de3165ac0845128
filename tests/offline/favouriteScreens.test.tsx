// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { useFavourites } from '#data/favourites.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { FavouritesLink } from '#routes/-shell/favouritesLink.tsx'
import { MyAttractionsScreen } from '#routes/myPage/-parts/myAttractionsScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { openSignedIn, person, shownFavourites, waitForEmptyOutbox } from './setup.ts'

/** The list of favourites and their number come from one read. The tests follow one member and phone in order. */

const HOURS = { always: true, mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const PLACE = {
  gdsUid: 'tower',
  name: 'Tower',
  district: 'Jung-gu',
  scene: 'harbour',
  passGroup: 'A',
  hours: HOURS,
  dayOff: { code: 'none', text: 'Open all year round' },
  lastEntry: null,
  reservationRequired: false,
}

function StoredCount() {
  return <output>{useFavourites().list.length}</output>
}

let page: Tab

test('stored favourites are shown without a frame that calls them empty', async () => {
  const { browser, tab, network } = await openSignedIn()
  const catalogue = { version: 'two', products: [], attractions: [PLACE] }
  network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  await tab.runtime.pulls.pull('favourites', true)
  browser.close()
  page = await browser.tab()
  replaceRuntime(page.runtime)
  const texts: string[] = []
  const observer = new MutationObserver(() => texts.push(document.body.textContent))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  const { text } = await mountScreen(<MyAttractionsScreen />)
  await waitUntil(() => text().includes('Tower'))
  observer.disconnect()
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((shownText) => shownText.includes('No favourite attractions'))).toEqual([])
})

test('a favourite that the catalogue has no more is neither listed nor counted', async () => {
  await person(page).favourite('closed-for-good', true)
  const { element } = await mountScreen(
    <>
      <StoredCount />
      <FavouritesLink />
      <MyAttractionsScreen />
    </>,
  )
  await waitUntil(() => element.querySelector('output')?.textContent === '2')
  expect(element.querySelectorAll('[data-place]').length).toBe(1)
  expect(element.querySelector('a')?.getAttribute('aria-label')).toBe('Favourites: 1')
})

test('when a member’s only favourite has left the catalogue, the screen says that there are none', async () => {
  await person(page).favourite('tower', false)
  const { text } = await mountScreen(<MyAttractionsScreen />)
  await waitUntil(() => text().includes('No favourite attractions'))
  const stored = await shownFavourites(page)
  expect(stored).toEqual(['closed-for-good'])
})
