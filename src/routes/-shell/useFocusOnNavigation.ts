import { useRouter, type ParsedLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusScreen } from '#ui/focusScreen.ts'
import { isWide } from '#ui/useMedia.ts'

/** A link that was followed: its address, and its place among the links to the same address. */
interface FollowedLink {
  href: string
  index: number
}

/** The last link that was followed from each entry of the history, as long as the page. */
const followed = new Map<string, FollowedLink>()

/** Search parameters that name a screen of its own at one address: a step, or a record. */
const SCREEN_PARAMETERS = ['step', 'id']
/** Those of a record that a wide window shows beside its list. */
const DETAIL_PARAMETERS = ['rsvtUid', 'code']

const isNewScreen = (from: ParsedLocation, to: ParsedLocation): boolean => {
  if (from.pathname !== to.pathname) return true
  const [before, after] = [from.search, to.search] as Record<string, unknown>[]
  const names = isWide() ? SCREEN_PARAMETERS : [...SCREEN_PARAMETERS, ...DETAIL_PARAMETERS]
  return names.some((name) => before?.[name] !== after?.[name])
}

/** Returns whether the step has put the focus on its own heading. */
const hasFocusedHeading = (): boolean => document.activeElement?.matches('main h2') ?? false

const keyOf = ({ state }: ParsedLocation): string => state.__TSR_key ?? state.key ?? ''

/** Returns the links of the screen with this address, in the order of the page. */
const linksTo = (href: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].filter((link) => link.getAttribute('href') === href)

/**
 * Moves the focus to the heading of each new screen, also of a step or a detail that a search parameter names, and after “back” to the link that was followed there, as the
 * scroll position returns too (WCAG 2.4.3).
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let isReturn = false
    // Not `document.activeElement`: Safari does not focus a link that is clicked.
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest<HTMLElement>('main a[href]')
      if (!link) return
      const href = link.getAttribute('href') ?? ''
      followed.set(keyOf(router.state.location), { href, index: linksTo(href).indexOf(link) })
    }
    const ends = [
      router.history.subscribe(({ action: { type } }) => {
        isReturn = type !== 'PUSH' && type !== 'REPLACE'
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || !isNewScreen(fromLocation, toLocation)) return
        if (fromLocation.pathname === toLocation.pathname && hasFocusedHeading()) return
        const link = isReturn ? followed.get(keyOf(toLocation)) : undefined
        const element = link && linksTo(link.href)[link.index]
        if (element) element.focus({ preventScroll: true })
        else focusScreen()
      }),
    ]
    document.addEventListener('click', remember, true)
    return () => {
      for (const end of ends) end()
      document.removeEventListener('click', remember, true)
    }
  }, [router])
}
