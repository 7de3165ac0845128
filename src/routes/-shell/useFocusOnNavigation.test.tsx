// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { mountScreen } from '../../../tests/harness/screen.tsx'
import { waitUntil } from '../../../tests/harness/tabs.ts'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'

window.scrollTo = () => undefined
afterEach(() => vi.unstubAllGlobals())

function Root() {
  useFocusOnNavigation()
  return <Outlet />
}
function Screen() {
  return (
    <main>
      <h1>Reservation</h1>
      <h2 tabIndex={-1}>Details</h2>
      <button type="button">Pressed</button>
    </main>
  )
}

/** Opens a screen at `address` with the focus on a button. */
const open = async (address: string) => {
  const root = createRootRoute({ component: Root })
  root.addChildren([createRoute({ getParentRoute: () => root, path: '$', component: Screen })] as never)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root, history })
  await router.load()
  const { element, button } = await mountScreen(<RouterProvider router={router as never} />)
  await waitUntil(() => element.querySelector('h1') !== null, 'the screen')
  button('Pressed')?.focus()
  let rendered = 0
  router.subscribe('onRendered', () => (rendered += 1))
  /** Navigates and returns the tag of the element that has the focus then. */
  const focusAfter = async (next: string) => {
    const before = rendered
    history.push(next)
    await waitUntil(() => rendered > before, 'the navigation')
    return document.activeElement?.tagName
  }
  return { element, focusAfter }
}

test('a filter, a sort and a tab leave the focus where it is', async () => {
  const { focusAfter } = await open('/hotel')
  expect(await focusAfter('/hotel?sort=price')).toBe('BUTTON')
  expect(await focusAfter('/hotel?sort=price&type=past')).toBe('BUTTON')
})

test('the next step of an address moves the focus to the heading', async () => {
  const { focusAfter } = await open('/hotel/one?step=reserve')
  expect(await focusAfter('/hotel/one?step=pay&rsvtUid=a')).toBe('H1')
})

test('a step that focuses a heading of its own keeps the focus there', async () => {
  const { element, focusAfter } = await open('/join/auth?step=email')
  element.querySelector('h2')?.focus()
  expect(await focusAfter('/join/auth?step=password')).toBe('H2')
})

test('a detail that takes the place of its list moves the focus, and one beside its list does not', async () => {
  const narrow = await open('/myPage/reservations')
  expect(await narrow.focusAfter('/myPage/reservations?rsvtUid=a')).toBe('H1')
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const wide = await open('/service/policy')
  expect(await wide.focusAfter('/service/policy?code=refund')).toBe('BUTTON')
})
