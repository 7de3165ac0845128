import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activate } from '#i18n/catalogues.ts'
import { detectLocale } from '#i18n/locale.ts'
import { createRouter } from './router.tsx'

const router = createRouter(createBrowserHistory())

/** The route is loaded first and mounted then, so that the first commit is the whole tree: nothing moves. */
const start = async (): Promise<void> => {
  await activate(detectLocale())
  await router.load()
  const root = document.getElementById('app')
  if (!root) throw new Error('the shell has no #app')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StrictMode>,
  )
}

await start()
