import { useRouter, useRouterState, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The pass whose code fills the screen. In the state and not in the address, which servers log. */
    fullScreenPass?: string
    /** The codes of all passes of this phone fill the screen, one after the other. */
    fullScreenAll?: true
  }
}

export interface FullScreen {
  /** The pass whose code fills the screen; undefined for none. */
  passUid: string | undefined
  /** The codes of all passes fill the screen in turn. */
  isAll: boolean
  open: (passUid: string) => void
  openAll: () => void
  /** Replaces the pass whose code fills the screen; does nothing without one, and while it is being left. */
  turn: (passUid: string) => void
  /** Leaves the full screen; does nothing without one, and while it is being left. */
  close: () => void
}

/** Histories that are going back: the browser changes its entry later. */
const goingBack = new WeakSet<RouterHistory>()

const isOpen = (history: RouterHistory): boolean => {
  const { fullScreenPass, fullScreenAll } = history.location.state
  return (fullScreenPass !== undefined || fullScreenAll === true) && !goingBack.has(history)
}
const close = (history: RouterHistory): void => {
  if (!isOpen(history)) return
  goingBack.add(history)
  const end = history.subscribe(() => {
    goingBack.delete(history)
    end()
  })
  history.back()
}

/**
 * Returns the full screen of a code, or of all codes. It is an entry of the history, so that the way back of the
 * browser or the phone closes it and stays on My Pass (decision 0130).
 */
export const useFullScreen = (): FullScreen => {
  const { history } = useRouter()
  const passUid = useRouterState({ select: ({ location }) => location.state.fullScreenPass })
  const isAll = useRouterState({ select: ({ location }) => location.state.fullScreenAll === true })
  return {
    passUid,
    isAll,
    open: (uid) => history.push(history.location.href, { fullScreenPass: uid }),
    openAll: () => history.push(history.location.href, { fullScreenAll: true }),
    turn: (uid) => {
      if (isOpen(history)) history.replace(history.location.href, { fullScreenPass: uid })
    },
    close: () => close(history),
  }
}

/**
 * Closes an open full screen once what it showed is gone. After a reload, which keeps the entry of the history, the
 * passes come later.
 */
export const useCloseWithoutCode = (hasCode: boolean, onGone: () => void): void => {
  const hadCode = useRef(false)
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (hadCode.current && !hasCode) leave()
    hadCode.current = hasCode
  }, [hasCode])
}
