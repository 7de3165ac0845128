import { useSyncExternalStore } from 'react'
import type { Order } from '#contract/calls/pass.ts'

/**
 * The order whose payment page is being opened. It lives as long as this page: whoever comes back finds an order that
 * is not finished, by a reload and from the back and forward cache alike.
 */
let leaving: Order | null = null
const listeners = new Set<() => void>()

const setLeaving = (order: Order | null): void => {
  leaving = order
  for (const listener of listeners) listener()
}
const comeBack = (event: PageTransitionEvent): void => {
  if (event.persisted) setLeaving(null)
}

/** Only a page of the web is opened, whatever the answer says. */
export const webPage = (url: string | null | undefined): string | null =>
  url && /^(?:https?:\/\/|\/(?!\/))/.test(url) ? url : null

/** Opens the payment page of an order that was just written; false when its answer names none. */
export const leaveFor = (order: Order): boolean => {
  const page = webPage(order.payUrl)
  if (page === null || order.state !== 'pending') return false
  addEventListener('pageshow', comeBack)
  setLeaving(order)
  location.assign(page)
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The order, while its payment page is being opened. */
export const useLeaving = (ordUid: string): Order | null => {
  const order = useSyncExternalStore(
    subscribe,
    () => leaving,
    () => null,
  )
  return order?.ordUid === ordUid ? order : null
}
