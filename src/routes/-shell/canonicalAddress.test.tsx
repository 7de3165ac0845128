// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { CanonicalAddress } from './canonicalAddress.tsx'

window.scrollTo = () => undefined

/** Opens a document with a canonical address at `address`, and returns its router and what the address is now. */
const open = async (address: string, canonical: string) => {
  const link = document.head.appendChild(document.createElement('link'))
  link.rel = 'canonical'
  link.href = `https://pass.example${canonical}`
  const rootRoute = createRootRoute({ component: CanonicalAddress })
  const splat = createRoute({ getParentRoute: () => rootRoute, path: '$' })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: rootRoute.addChildren([splat]), history })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    root.unmount()
    document.head.replaceChildren()
  })
  await router.load()
  flushSync(() => root.render(<RouterProvider router={router as never} />))
  return {
    goTo: async (href: string) => {
      history.push(href)
      await router.load()
    },
    canonical: () => document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? null,
  }
}

test.each([
  ['/', '/home'],
  ['/pass/', '/pass'],
  ['/attractions?q=sea', '/attractions'],
  ['/service/notice_detail?id=typhoon&from=home', '/service/notice_detail?id=typhoon'],
])('the document of %s keeps its canonical address', async (address, canonical) => {
  expect((await open(address, canonical)).canonical()).toBe(`https://pass.example${canonical}`)
})

test.each([
  ['/attractions', '/attractions', '/attractions/busan-tower'],
  ['/service/notice_detail?id=typhoon', '/service/notice_detail?id=typhoon', '/service/notice_detail?id=holidays'],
])('a visitor who goes on from %s does not share its canonical address', async (address, canonical, next) => {
  const page = await open(address, canonical)
  await page.goTo(next)
  await expect.poll(page.canonical).toBe(null)
})

test('a filter of a list keeps the canonical address of the list', async () => {
  const page = await open('/attractions', '/attractions')
  await page.goTo('/attractions?q=sea')
  expect(page.canonical()).toBe('https://pass.example/attractions')
})

test('a page that was opened before this code was loaded has no canonical address of the first page', async () => {
  expect((await open('/pass', '/home')).canonical()).toBe(null)
})
