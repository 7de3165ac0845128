import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Locale } from '#contract/locales.ts'
import { provideCatalogue } from '#data/catalogue.ts'
import { activate } from '#i18n/catalogues.ts'
import { createRouter } from './router.tsx'

export interface Drawn {
  html: string
  /** In the language of the shell; empty when the screen names itself from data that only the phone has. */
  title: string
}

/** Draws a screen as a first-time visitor sees it, in one language. Runs at build time, one after the other. */
export const drawScreen = async (address: string, locale: Locale, catalogue: Catalogue): Promise<Drawn> => {
  await activate(locale)
  provideCatalogue(locale, catalogue)
  const router = createRouter(createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  )
  const title = router.state.matches.at(-1)?.staticData.title
  return { html, title: title ? i18n._(title) : '' }
}
