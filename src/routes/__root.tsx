import '#ui/base.css'
import '#art/palettes.css'
import '#art/art.css'
import { useLingui } from '@lingui/react/macro'
import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { hourOf } from '#art/hour.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { loadMessagesOf } from '#i18n/loadMessages.ts'
import { applyTheme, storedTheme } from '#ui/theme.ts'
import { ErrorScreen, NotFoundScreen } from './-shell/lazyScreens.tsx'
import { Shell } from './-shell/shell.tsx'
import { useFocusOnNavigation } from './-shell/useFocusOnNavigation.ts'
import { useTitle } from './-shared/title.ts'

export const Route = createRootRoute({
  beforeLoad: ({ location }) => loadMessagesOf(location.pathname),
  component: Root,
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
})

/** Renders the current screen in its layout; `clean` for an address without a screen. */
function Root() {
  const { i18n } = useLingui()
  const matches = useMatches()
  const screen = matches.length > 1 ? matches.at(-1) : undefined
  const title = screen?.staticData.title
  useTitle(title && i18n._(title), useLayoutEffect)
  useFocusOnNavigation()
  useHourAndTheme()
  return (
    <Shell layout={screen ? (screen.staticData.layout ?? 'default') : 'clean'}>
      <Outlet />
    </Shell>
  )
}

/** Sets the theme, and the time of day in Busan, which the drawings follow. */
function useHourAndTheme(): void {
  const hour = hourOf(useNow(MINUTE_MS))
  useEffect(() => {
    document.documentElement.dataset.hour = hour
  }, [hour])
  useEffect(() => applyTheme(storedTheme()), [])
}
