import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import './dialogs.ts'

/** A screen in English, below a router that knows no other: its links have addresses and lead nowhere. */
export const mountScreen = async (screen: ReactNode, address = '/') => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: createRootRoute({ component: () => screen }), history })
  await router.load()
  flushSync(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router as never} />
      </I18nProvider>,
    ),
  )
  const button = (name: string) =>
    [...element.querySelectorAll('button')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
    )
  return {
    element,
    text: () => element.textContent,
    /** Addresses of the links whose text this is. */
    links: (text: string) =>
      [...element.querySelectorAll('a')]
        .filter((link) => link.textContent === text)
        .map((link) => link.getAttribute('href')),
    button,
    press: (name: string) => {
      const element = button(name)
      if (!element) throw new Error(`no button “${name}”`)
      flushSync(() => element.click())
    },
    unmount: () => {
      root.unmount()
      element.remove()
    },
  }
}
export type Mounted = Awaited<ReturnType<typeof mountScreen>>
