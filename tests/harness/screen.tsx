import { setupI18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import type { Locale } from '#contract/locales.ts'
import './dialogs.ts'

/** Sets a field's value through the native setter and fires `input`, so that React notices the change. */
export const type = (field: HTMLInputElement | HTMLTextAreaElement | null, text: string): void => {
  if (!field) throw new Error(`no field to type “${text}” into`)
  flushSync(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/**
 * Mounts a screen in the formats of `locale`, with English texts where `messages` has none, under a router without other
 * routes: links have addresses and lead nowhere. Of several addresses the last one is shown, and the others come before
 * it in the history. Unmounts it when the test has ended, after its `afterEach` hooks: what a
 * screen reads is reset in `beforeEach`.
 */
export const mountScreen = async (
  screen: ReactNode,
  address: string | string[] = '/',
  locale: Locale = 'en',
  messages: Messages = {},
) => {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const unmount = () => {
    root.unmount()
    element.remove()
  }
  onTestFinished(unmount)
  const history = createMemoryHistory({ initialEntries: [address].flat() })
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
    /** Returns the current address: where links and submits have led. */
    address: () => history.location.href,
    /** Goes back, as the browser's button does. */
    back: () => history.back(),
    /** Returns whether the history has an entry before the current one. */
    canGoBack: () => history.canGoBack(),
    /** Returns the addresses of the links with this text. */
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
    /** For a test that goes on without the screen; a second call does nothing. */
    unmount,
  }
}
export type MountedScreen = Awaited<ReturnType<typeof mountScreen>>
