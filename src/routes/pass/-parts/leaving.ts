import { useSyncExternalStore } from 'react'
import type { Order } from '#contract/calls/pass.ts'

/**
 * The order whose payment page is opening. Null again after a reload or a restore from the back/forward cache, so a
 * visitor who comes back sees an unfinished order.
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

/** Returns the URL if it is http(s) or a path of this origin, else null: answers can open no other scheme. */
export const webPage = (url: string | null | undefined): string | null =>
  url && /^(?:https?:\/\/|\/(?!\/))/.test(url) ? url : null

/** Opens the payment page of a new order. Returns false when the order names none or is not pending. */
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
/** Returns the order while its payment page is opening, else null. */
export const useLeaving = (ordUid: string): Order | null => {
  const order = useSyncExternalStore(
    subscribe,
    () => leaving,
    () => null,
  )
  return order?.ordUid === ordUid ? order : null
}
