import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { PASSKEY_CHALLENGE_MS } from '#contract/limits.ts'
import { useOnline } from '#data/online.ts'
import type { Outcome } from '#data/outcome.ts'
import { cancelPasskeySignIn, signInByPasskey, supportsPasskeyAutofill, supportsPasskeys } from '#data/passkeys.ts'

/** Leaves time to answer the challenge that is on offer. */
const OFFER_MS = PASSKEY_CHALLENGE_MS / 2

type Result = Outcome<'signedIn' | 'cancelled'>

interface Props {
  /** “Keep me signed in”, as the form has it at the choice. */
  keep: () => boolean
  onSignedIn: () => void
  /** Runs a call of which a failure is shown. */
  attempt: (act: () => Promise<Result>) => Promise<Result>
}

const neverChanges = () => () => {}

/**
 * Signs in by a passkey: `press` by a button, and meanwhile by the passkeys that the browser lists below the field of
 * the address. `isOffered`: this browser has passkeys; true in the page that the server sends, because nearly all do.
 */
export const usePasskeySignIn = ({ keep, onSignedIn, attempt }: Props) => {
  const isOnline = useOnline()
  const isOffered = useSyncExternalStore(neverChanges, supportsPasskeys, () => true)
  const [isBusy, setBusy] = useState(false)
  const [round, setRound] = useState(0)

  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const offer = useEffectEvent(async (isOver: () => boolean): Promise<void> => {
    if (!(await supportsPasskeyAutofill()) || isOver()) return
    let isSigned = false
    const result = await signInByPasskey('autofill', keep, () => {
      isSigned = true
      // Button and timer wait for the server, which may sign the visitor in although this offer is over by then.
      setBusy(true)
    })
    if (!isSigned || !isMounted.current) return
    if (result.ok && result.data === 'signedIn') {
      onSignedIn()
      return
    }
    setBusy(false)
    // Shown as the failure of a press would be: the visitor has chosen a passkey.
    await attempt(() => Promise.resolve(result))
  })

  useEffect(() => {
    if (!isOnline || isBusy) return
    let isOver = false
    // Effects that are undone in the same task request nothing: StrictMode mounts each component twice in development.
    void Promise.resolve().then(() => (isOver ? undefined : offer(() => isOver)))
    const timer = setTimeout(() => setRound((count) => count + 1), OFFER_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      cancelPasskeySignIn()
    }
  }, [isOnline, isBusy, round])

  const press = async (): Promise<void> => {
    setBusy(true)
    const result = await attempt(() => signInByPasskey('button', keep))
    if (result.ok && result.data === 'signedIn') onSignedIn()
    else setBusy(false)
  }
  return { isOffered, isBusy, press }
}
