import { expect, test } from 'vitest'
import { addressesOfScreens, isGuarded } from '../e2e/harness/routeFiles.ts'
import { readyOf, SCREENS } from '../e2e/harness/screens.ts'
import { filesBelow, read } from './harness/documents.ts'

/** The tests of accessibility, large text and layout, and the pictures, cover every screen. */

const covered = new Set(SCREENS.map(readyOf))

test('every address with a screen is covered, also those with a parameter', () => {
  expect(addressesOfScreens.length).toBeGreaterThan(25)
  expect(addressesOfScreens.filter((address) => !covered.has(address))).toEqual([])
})

test('every covered screen has a route and a unique name', () => {
  expect([...covered].filter((address) => !addressesOfScreens.includes(address))).toEqual(['404'])
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length)
})

test('an address without a row is opened as it is, behind a guard by an owner', () => {
  expect(SCREENS).toContainEqual({ name: 'still-open', path: '/myPage/stillOpen', viewer: 'owner' })
  expect(SCREENS).toContainEqual({ name: 'news-feed', path: '/newsFeed', viewer: 'owner' })
  expect(SCREENS).toContainEqual({ name: 'join-terms', path: '/join/terms', viewer: 'visitor' })
  expect(['/newsFeed', '/myPage', '/join', '/setting'].map(isGuarded)).toEqual([true, true, false, false])
})

test('a route file draws nothing itself: its screen is in the `-parts` folder beside it (decision 0119)', () => {
  const files = filesBelow(['src/routes'], ['tsx']).filter((file) => !/\/[-_]/.test(file))
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => /from '#(?:ui|art)\/|<(?:main|div|section|form|ul|p|span)\b/.test(read(file)))).toEqual(
    [],
  )
})

test('every screen says in its source which address it is (`data-screen`)', () => {
  const sources = filesBelow(['src/routes'], ['tsx']).map(read).join('\n')
  // Frames of several addresses take theirs as `screen` or `address`.
  const marked = [
    ...sources.matchAll(/(?:data-screen|\bscreen|\baddress)=(?:"([^"]+)"|\{([^=][^\n]*)\}[ >\n])/g),
  ].flatMap(([, text, expression = '']) =>
    text ? [text] : [...expression.matchAll(/'([^']+)'/g)].map(([, one]) => one),
  )
  expect(addressesOfScreens.filter((address) => !marked.includes(address))).toEqual([])
})

/** Placeholders that stand without a loading indicator. */
const BARE_PLACEHOLDERS = [
  // They are placeholders themselves: the screens that show them have the indicator.
  'src/routes/-shared/attraction/row.tsx BlankRow',
  'src/routes/-shared/goods/goodsCard.tsx BlankCard',
  'src/routes/-shared/goods/lazyCalendar.tsx CalendarBlank',
  'src/routes/home/-parts/blanks.tsx Blanks',
  // The code of a section is loading, and the section has the indicator.
  'src/routes/-shared/goods/goodsDetail.tsx Reviews',
  'src/routes/-shared/goods/goodsDetail.tsx Questions',
  // The prerendered page of home has them in its first frame, before any code has been loaded.
  'src/routes/home/-parts/openPlacesBlank.tsx OpenPlacesBlank',
  'src/routes/home/-parts/openPlacesRow.tsx OpenPlacesRow',
  'src/routes/home/-parts/passTickets.tsx PassTickets',
]

test('a component that renders a placeholder says what is loading, for at least 200 ms (spec 9.25)', () => {
  const bare = filesBelow(['src/routes'], ['tsx']).flatMap((file) =>
    read(file)
      .split(/^(?=(?:export )?(?:function|const) )/m)
      .filter((component) => /<(?:Skeleton|BlankRow|BlankCard|CalendarBlank|Blanks)\b/.test(component))
      .filter((component) => !component.includes('<LoadingLine'))
      .map((component) => `${file} ${/(?:function|const) (\w+)/.exec(component)?.[1]}`),
  )
  expect(bare.toSorted()).toEqual(BARE_PLACEHOLDERS.toSorted())
})
