import { useRouter, useRouterState } from '@tanstack/react-router'

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
  close: () => void
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
    close: () => history.back(),
  }
}
