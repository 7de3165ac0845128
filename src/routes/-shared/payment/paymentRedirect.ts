import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import type { CartOrder } from '#contract/calls/cart.ts'
import type { GoodsOrder, Order } from '#contract/calls/pass.ts'

/** What is paid on a page of the gateway: passes, goods by a reservation, or a cart. */
type PaidOnPage = Order | GoodsOrder | CartOrder

/**
 * The order whose payment page is opening. Null again after a reload or a restore from the back/forward cache, so a
 * visitor who comes back sees an unfinished order.
 */
let openingOrder: PaidOnPage | null = null
const listeners = new Set<() => void>()

const setOpeningOrder = (order: PaidOnPage | null): void => {
  openingOrder = order
  for (const listener of listeners) listener()
}
const onPageShow = (event: PageTransitionEvent): void => {
  if (event.persisted) setOpeningOrder(null)
}

/** Returns the URL if it is http(s) or a path of this origin, else null: answers can open no other scheme. */
export const safeUrl = (url: string | null | undefined): string | null =>
  url && /^(?:https?:\/\/|\/(?!\/))/.test(url) ? url : null

/** Opens the payment page of a new order. Returns false when the order names none or is not pending. */
export const openPaymentPage = (order: PaidOnPage): boolean => {
  const page = safeUrl(order.payUrl)
  if (page === null || order.state !== 'pending') return false
  addEventListener('pageshow', onPageShow)
  setOpeningOrder(order)
  location.assign(page)
  return true
}

type OrderScreen = '/pass/paymentstep1' | '/pass/completed' | '/cart/completed'

const goToOrder = async (router: RegisteredRouter, order: PaidOnPage, to: OrderScreen): Promise<void> => {
  const navigation = router.navigate({ to, search: { ord: order.ordUid } })
  // Writes the order's address into the history before the page unloads, so that Back from the bank leads to it.
  router.history.flush()
  if (!openPaymentPage(order)) await navigation
}
/** Returns what goes to the screen of a new order, and from there to its payment page if it has one. */
export const useGoToOrder = (): ((order: PaidOnPage, to: OrderScreen) => Promise<void>) => {
  const router = useRouter()
  return useCallback((order, to) => goToOrder(router, order, to), [router])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const useOpening = (): PaidOnPage | null =>
  useSyncExternalStore(
    subscribe,
    () => openingOrder,
    () => null,
  )
/** Returns the order of passes while its payment page is opening, else null. */
export const useOpeningOrder = (ordUid: string): Order | null => {
  const order = useOpening()
  return order?.kind === 'pass' && order.ordUid === ordUid ? order : null
}
/** Returns whether the payment page of an order is opening. */
export const useIsOpening = (ordUid: string | undefined): boolean => {
  const order = useOpening()
  return order !== null && order.ordUid === ordUid
}
