import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { keyIn, openGiftLink, readGiftLink, receiveGiftLink, rememberLink, useOpenedLink } from '#data/giftLinks.ts'
import type { LinkedGift } from '#data/giftLinks.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useSession } from '#data/session.ts'

interface LinkView {
  /** `missing`: the address has no link, and this tab has opened none. */
  status: 'loading' | 'missing' | 'failed' | 'ready'
  gift: LinkedGift | null
  /** Why the link could not be read, or the gift not be accepted. */
  failure: FailedOutcome | null
  /** The ribbon was pulled. */
  isOpen: boolean
  isAccepting: boolean
  open: () => void
  accept: () => Promise<void>
  retry: () => void
}

/** The gift has changed since it was read. */
const CHANGED = ['E_GIFT_ENDED', 'E_GIFT_SELF', 'E_NOT_FOUND']

const never = () => () => undefined
/** False in the shell and while it is hydrated: the build knows no hash. */
const useHasHash = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Reads the link in the address, or the one that this tab has opened before it went to sign in. */
export const useGiftLink = (): LinkView => {
  const inAddress = keyIn(useLocation({ select: (location) => location.hash }))
  const { key, isOpen } = useOpenedLink()
  const { state } = useSession()
  const online = useOnline()
  const [attempt, setAttempt] = useState(0)
  const [read, setRead] = useState<{ key: string; gift: LinkedGift | null; failure: FailedOutcome | null } | null>(null)
  const [isAccepting, setAccepting] = useState(false)

  const isKnown = useHasHash() && (inAddress === '' || inAddress === key)
  useEffect(() => rememberLink(inAddress), [inAddress])
  useEffect(() => {
    if (key === '') return
    let isUnmounted = false
    void readGiftLink().then((outcome) => {
      if (isUnmounted) return
      // What was read before stays on the screen while there is no connection.
      setRead((last) =>
        outcome.ok
          ? { key, gift: outcome.data, failure: null }
          : { key, gift: last?.key === key ? last.gift : null, failure: outcome },
      )
    })
    return () => {
      isUnmounted = true
    }
    // `state`: a sign-in changes what the caller is to the gift. `online`: reads again once there is a connection.
  }, [key, state, online, attempt])

  const current = read?.key === key ? read : null
  const accept = async () => {
    if (isAccepting) return
    setAccepting(true)
    const outcome = await receiveGiftLink()
    setAccepting(false)
    if (outcome.ok) setRead({ key, gift: outcome.data, failure: null })
    else if (CHANGED.includes(outcome.code)) setAttempt((count) => count + 1)
    else setRead((last) => last && { ...last, failure: outcome })
  }
  return {
    status: !isKnown ? 'loading' : key === '' ? 'missing' : current?.gift ? 'ready' : current ? 'failed' : 'loading',
    gift: (isKnown && current?.gift) || null,
    failure: current?.failure ?? null,
    isOpen,
    isAccepting,
    open: openGiftLink,
    accept,
    retry: () => setAttempt((count) => count + 1),
  }
}
