import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recordMovement } from '#art/movement.ts'

/** Screens that show one ticket, or the newest first. */
const SINGLES: ReadonlySet<string> = new Set(['/pass/paymentInfo', '/pass/completed', '/myPage/myPass'])
const PRODUCT = /^\/pass\/pass-[^/]+$/

/** The ticket of the new screen is there by then; else that screen appears without a movement. */
const RENDERED_MS = 300
const POLL_MS = 16
const NAME = 'ticket'

const isInWindow = (element: HTMLElement): boolean => {
  const box = element.getBoundingClientRect()
  return box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
}

/**
 * Returns the ticket of the screen at `path` that the window shows. Where several stand, as on home and in the list of
 * passes, it is the one that is, or holds, a link to `partner`, the other screen of the navigation.
 */
const ticketOf = (path: string, partner: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main [data-product]:not(th)')].find((ticket) => {
    if (!isInWindow(ticket)) return false
    if (SINGLES.has(path) || PRODUCT.test(path)) return true
    const link = ticket.matches('a') ? ticket : ticket.querySelector('a')
    return link instanceof HTMLAnchorElement && link.pathname === partner
  })

/** Resolves once the new screen is rendered and shows the ticket, after at most `RENDERED_MS`. */
const waitForTicket = async (rendered: Promise<void>, find: () => HTMLElement | undefined) => {
  const end = performance.now() + RENDERED_MS
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  await Promise.race([rendered, pause(RENDERED_MS)])
  // Not in animation frames: the browser renders none before the new screen is there.
  while (!find() && performance.now() < end) await pause(POLL_MS)
  return find()
}

const ignore = (): void => {}

/**
 * Lets the same ticket travel from the list to the product, to the payment and to My Pass, in browsers with view
 * transitions, unless the person prefers less motion. All else changes at once (decision 0185). Returns a function that
 * ends this.
 */
const carryTickets = (router: AnyRouter): (() => void) => {
  if (!('startViewTransition' in document)) return ignore
  const native = router.startViewTransition
  const reduced = matchMedia('(prefers-reduced-motion: reduce)')
  // Of the screen that is drawn: during a navigation the router's own location is that of the next one.
  let from = router.state.location.pathname
  const endFollow = router.subscribe('onRendered', ({ toLocation }) => {
    from = toLocation.pathname
  })
  router.startViewTransition = async (update) => {
    const start = from
    const to = router.latestLocation.pathname
    const isStill = reduced.matches || document.visibilityState === 'hidden'
    const oldTicket = start === to || isStill ? undefined : ticketOf(start, to)
    if (!oldTicket) return update()
    oldTicket.style.viewTransitionName = NAME
    let newTicket: HTMLElement | undefined
    const transition = document.startViewTransition(async () => {
      const rendered = new Promise<void>((resolve) => {
        const end = router.subscribe('onRendered', () => {
          end()
          resolve()
        })
      })
      await update()
      newTicket = await waitForTicket(rendered, () => (oldTicket.isConnected ? undefined : ticketOf(to, start)))
      oldTicket.style.viewTransitionName = ''
      if (newTicket) newTicket.style.viewTransitionName = NAME
      else transition.skipTransition()
    })
    // Rejects when another navigation, or the browser, ends the transition: the screen is there all the same.
    transition.ready.catch(ignore)
    recordMovement(transition.finished)
    void transition.finished.catch(ignore).then(() => {
      if (newTicket) newTicket.style.viewTransitionName = ''
    })
    return transition.updateCallbackDone
  }
  return () => {
    endFollow()
    router.startViewTransition = native
  }
}

/** Renders nothing; carries tickets from screen to screen while it is mounted. */
export function CarryTicket() {
  const router = useRouter()
  useEffect(() => carryTickets(router), [router])
  return null
}
