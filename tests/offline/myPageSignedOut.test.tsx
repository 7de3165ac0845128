// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { Route as History } from '#routes/myPage/attractionHistory.tsx'
import { Route as Purchase } from '#routes/myPage/purchase_detail.tsx'
import { Route as MyPage } from '#routes/myPage/route.tsx'
import { Route as Deletion } from '#routes/myPage/secession.tsx'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { PURCHASE } from './fixtures.ts'
import { openElement } from './formPage.tsx'
import { openSignedIn, person } from './setup.ts'

/** Screens of My Page that are open while the member signs out in another tab (spec 2.19). */

/** As `routeTree.gen.ts` puts them together; other addresses exist and show nothing. */
const root = createRootRoute({ notFoundComponent: () => null })
const below = (parent: unknown, route: { update: (options: never) => unknown }, path: string) =>
  route.update({ id: path, path, getParentRoute: () => parent } as never)
const myPage = below(root, MyPage, '/myPage') as typeof root
myPage.addChildren([
  below(myPage, History, '/attractionHistory'),
  below(myPage, Purchase, '/purchase_detail'),
  below(myPage, Deletion, '/secession'),
] as never)
root.addChildren([myPage] as never)

const NOTHING = { passes: [], reservations: [], coupons: 0, points: 0, blocks: [], proof: 'password' }

const open = async (address: string) => {
  const phone = await openSignedIn()
  phone.network.fault(/GET .*mypage\/buy\/detail/, async () => answer(200, '200', PURCHASE), Infinity)
  phone.network.fault(/GET .*sign-out\/info/, async () => answer(200, '200', NOTHING), Infinity)
  replaceRuntime(phone.tab.runtime)
  const history = createMemoryHistory({ initialEntries: ['/home', address] })
  const router = createRouter({ routeTree: root, history })
  const addresses: string[] = []
  router.subscribe('onBeforeNavigate', ({ toLocation }) => void addresses.push(toLocation.href))
  await router.load()
  const screen = await openElement(<RouterProvider router={router as never} />, phone)
  return { ...phone, ...screen, history, addresses }
}

test.each([
  ['/myPage/attractionHistory', 'Places visited'],
  [`/myPage/purchase_detail?ord=${PURCHASE.ordUid}`, PURCHASE.orderNumber],
  ['/myPage/secession', 'Delete my account'],
])('%s leads to the sign-in, and back, when the member signs out in another tab', async (address, text) => {
  const { browser, tab, history, element } = await open(address)
  await waitUntil(() => element.textContent.includes(text), 'the screen')
  expect(history.location.href).toBe(address)
  const secondTab = await browser.tab()
  await person(secondTab).signOut('discard')
  replaceRuntime(tab.runtime)
  await waitUntil(() => history.location.pathname === '/login', 'the sign-in')
  expect(history.location.href).toBe(`/login?returnTo=${encodeURIComponent(address)}`)
  await waitUntil(() => !element.textContent.includes(text), 'the end of the screen')
  expect(history.length).toBe(2)
})

test('deleting the account leads home and not to the sign-in', async () => {
  const screen = await open('/myPage/secession')
  await waitUntil(() => screen.button('Delete my account') !== undefined, 'the form')
  screen.network.fault(/PATCH .*sign-out$/, async () => answer(200, '200', { erasedBy: 0 }))
  screen.tick('leave-agree')
  screen.fill('leave-password', 'right')
  screen.press('Delete my account')
  await waitUntil(() => screen.element.querySelector('dialog[open]') !== null, 'the confirmation')
  screen.press('Delete for good')
  await waitUntil(() => screen.toast().startsWith('Account deleted'), 'the goodbye')
  expect(screen.history.location.href).toBe('/home')
  expect(screen.addresses.filter((address) => address.startsWith('/login'))).toEqual([])
})
