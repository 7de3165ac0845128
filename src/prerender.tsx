import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Catalogue } from '#contract/calls/main.ts'
import { PASS_TYPES } from '#contract/codes.ts'
import type { Locale } from '#contract/locales.ts'
import { provideCatalogue } from '#data/catalogue.ts'
import { activate, loadAllMessages } from '#i18n/loadMessages.ts'
import { provideDrawings } from '#art/drawing.tsx'
import { DRAWINGS } from '#art/drawings.tsx'
import { LeanShell } from '#routes/-shell/prerenderMode.tsx'
import { NOT_FOUND_TITLE } from '#routes/-shared/layout.ts'
import { Shell } from '#routes/-shell/shell.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { createRouter } from './router.tsx'
import { routeTree } from './routeTree.gen.ts'

/** Renders shells at build time, one at a time: language and catalogue are module state. */

export interface Drawn {
  html: string
  /** In the language of the shell; empty when the screen sets its title from data of the phone. */
  title: string
  /** Meta description, in the language of the shell. */
  description: string
  /** Ids of the matched routes. */
  routes: string[]
}

provideDrawings(DRAWINGS)
let city: Catalogue | undefined

const routerAt = (address: string) => createRouter(createMemoryHistory({ initialEntries: [address] }), routeTree)
const titleOf = (address: string): string => {
  const { attractions = [], products = [] } = city ?? {}
  return (
    [
      ...attractions.map((one) => ({ ...one, at: '/attractions/' })),
      ...products.map((one) => ({ ...one, at: '/pass/' })),
    ].find(({ at, gdsUid }) => address === `${at}${gdsUid}`)?.name ?? ''
  )
}
/** Returns the description of an attraction or product for its page, else that of the application. */
const describe = (address: string): string => {
  const { attractions = [], products = [] } = city ?? {}
  const place = attractions.find(({ gdsUid }) => address === `/attractions/${gdsUid}`)
  const product = products.find(({ gdsUid }) => address === `/pass/${gdsUid}`)
  return place?.description ?? product?.summary ?? manifestTexts().description
}
/** Ids of missing messages: the first screen may use only those of its own chunk (scripts/build/messages.ts). */
const missing = new Set<string>()
i18n.on('missing', ({ id }) => void missing.add(id))

/** Renders to HTML. Forms are inert, because input before the application is mounted would be lost. */
const drawn = (node: ReactNode, lean = false): string =>
  renderToString(
    <I18nProvider i18n={i18n}>
      <LeanShell value={lean}>{node}</LeanShell>
    </I18nProvider>,
  ).replaceAll('<form', '<form inert')

/** Activates a language and sets the catalogue in it. */
export const prepare = async (locale: Locale, catalogue: Catalogue): Promise<void> => {
  await activate(locale)
  city = catalogue
  provideCatalogue(catalogue)
}

/** Renders a screen as a new visitor sees it; `lean` leaves out `SkipInShell`. Throws when a message is missing. */
export const drawScreen = async (address: string, lean = false): Promise<Drawn> => {
  const router = routerAt(address)
  await router.load()
  missing.clear()
  const html = drawn(<RouterProvider router={router} />, lean)
  if (missing.size > 0)
    throw new Error(`${address} shows messages that the catalogue lacks: ${[...missing].join(', ')}`)
  // Title and description may use any message.
  await loadAllMessages()
  const title = router.state.matches.at(-1)?.staticData.title
  return {
    html,
    title: title ? i18n._(title) : titleOf(address),
    description: describe(address),
    routes: router.state.matches.map(({ routeId }) => routeId).filter((id) => id !== '__root__'),
  }
}

/** Renders the frame that every other screen of this layout opens in. */
export const drawFrame = async (layout: 'default' | 'clean'): Promise<Drawn> => {
  const router = routerAt('/setting')
  await router.load()
  const html = drawn(
    <RouterContextProvider router={router}>
      <Shell layout={layout}>
        <main aria-busy>
          <LoadingLine label={t`Loading`} />
        </main>
      </Shell>
    </RouterContextProvider>,
  )
  return { html, title: '', description: describe(''), routes: [] }
}

/** Renders the page of an address that does not exist. */
export const drawNotFound = async (): Promise<Drawn> => {
  const { NotFoundScreen } = await import('#routes/-shell/errorScreen.tsx')
  const router = routerAt('/setting')
  await router.load()
  const html = drawn(
    <RouterContextProvider router={router}>
      <Shell layout="clean">
        <NotFoundScreen />
      </Shell>
    </RouterContextProvider>,
  )
  return { html, title: i18n._(NOT_FOUND_TITLE), description: describe(''), routes: [] }
}

/** Returns every path of the router. */
export const paths = (): string[] => Object.keys(routerAt('/').routesByPath)

/** Returns the paths of the router whose screens have the clean layout. */
export const cleanPaths = (): string[] =>
  Object.entries(routerAt('/').routesByPath).flatMap(([path, { options }]) =>
    options.staticData?.layout === 'clean' ? [path] : [],
  )

/**
 * Returns the title of each address whose title is no record, in the active language, as its screen sets it; that of an
 * address without a screen is under `notFound`. Throws when messages are missing.
 */
export const pageTitles = (): Record<string, string> => {
  missing.clear()
  const titles = {
    ...Object.fromEntries(
      Object.entries(routerAt('/').routesByPath).flatMap(([path, { options }]) =>
        options.staticData?.title ? [[path.replace(/(?<=.)\/$/, ''), i18n._(options.staticData.title)]] : [],
      ),
    ),
    ...Object.fromEntries(
      PASS_TYPES.flatMap((passType) => {
        const address = `/${passType.toLowerCase()}`
        return [
          [address, t`About the ${passType} pass`],
          [`${address}/benefits`, t`What the ${passType} pass includes`],
          [`${address}/purchase`, t`How to buy a ${passType} pass`],
          [`${address}/use`, t`How to use a ${passType} pass`],
        ]
      }),
    ),
    '/promotion': t`Promotions`,
    '/liveChat': t`Live chat`,
    notFound: i18n._(NOT_FOUND_TITLE),
  }
  if (missing.size > 0) throw new Error(`titles lack ${[...missing].join(', ')}`)
  return titles
}

/** Position and colours, which no style sheet may be there for; the focus ring is the ground's colour elsewhere. */
const INCOMPLETE: Record<'notice' | 'button', CSSProperties> = {
  notice: {
    position: 'fixed',
    inset: 'auto 0 0',
    zIndex: 99,
    padding: '.5rem 1rem calc(.5rem + env(safe-area-inset-bottom))',
    background: 'var(--ink)',
    color: 'var(--page)',
    textAlign: 'center',
  },
  button: { minHeight: '3rem', padding: '0 1rem', outlineColor: 'var(--page)', textDecoration: 'underline' },
}
/**
 * Renders the notice of a page whose application cannot be loaded, in the active language. Throws when messages are
 * missing.
 */
export const drawIncomplete = (): string => {
  missing.clear()
  const html = renderToString(
    <div role="alert" data-incomplete="" style={INCOMPLETE.notice}>
      <p>{t`Could not load the whole page. Check your connection and try again.`}</p>
      <button type="button" style={INCOMPLETE.button}>
        {t`Try again`}
      </button>
    </div>,
  )
  if (missing.size > 0) throw new Error('drew the notice before all messages were loaded')
  return html
}

/** Returns the texts of the web app manifest in the active language. Throws when messages are missing. */
export const manifestTexts = (): { description: string; myPass: string; gate: string } => {
  missing.clear()
  const texts = {
    description: t`A tourist pass for Busan that works even without a signal.`,
    myPass: t`My Pass`,
    gate: t`Gate`,
  }
  if (missing.size > 0) throw new Error('asked for the manifest’s texts before all sentences were there')
  return texts
}
