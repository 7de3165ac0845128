import { useEffect, useState } from 'react'
import type { FailedOutcome } from '#data/outcome.ts'
import { claimPhoneLink, makeClaim, openPhoneLink } from '#data/phoneLink.ts'
import { sessionReady } from '#data/session.ts'

const POLL_MS = 2_000

export type PhoneSignIn =
  | { step: 'claiming' }
  /** Another member, of this address, is signed in on this phone. */
  | { step: 'asking'; number: number; email: string }
  /** Until the member has chosen the number on the computer. */
  | { step: 'waiting'; number: number }
  | { step: 'failed'; failure: FailedOutcome }

/** One claim for each secret, so that a screen that is rendered twice claims the link once. */
const claims = new Map<string, string>()
const claimOf = (secret: string): string => {
  const claim = claims.get(secret) ?? makeClaim()
  claims.set(secret, claim)
  return claim
}

/**
 * Signs this phone in by the secret of a link, one for each component: claims it, asks where another member is signed in here, waits until the
 * computer has confirmed the number, then calls `onSignedIn`.
 */
export const usePhoneSignIn = (secret: string, onSignedIn: () => void) => {
  const [state, setState] = useState<PhoneSignIn>({ step: 'claiming' })
  const [attempt, setAttempt] = useState(0)
  const isWaiting = state.step === 'waiting'

  useEffect(() => {
    let isLeft = false
    const claim = async () => {
      const answer = await claimPhoneLink(secret, claimOf(secret))
      if (isLeft) return
      if (!answer.ok) return setState({ step: 'failed', failure: answer })
      // After the claim, which reports a runtime that cannot be loaded.
      const session = await sessionReady()
      if (isLeft) return
      const { number, ownYn } = answer.data
      const email = session.state === 'member' && ownYn === 'N' ? session.user?.email : undefined
      setState(email === undefined ? { step: 'waiting', number } : { step: 'asking', number, email })
    }
    void claim()
    return () => {
      isLeft = true
    }
  }, [secret, attempt])

  useEffect(() => {
    if (!isWaiting) return
    let isLeft = false
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      const answer = await openPhoneLink(claimOf(secret))
      if (isLeft) return
      if (answer.ok && answer.data === 'opened') return onSignedIn()
      // Without an answer the next poll asks again; the server gives the same session.
      if (!answer.ok && answer.code !== 'OFFLINE') return setState({ step: 'failed', failure: answer })
      timer = setTimeout(() => void poll(), POLL_MS)
    }
    timer = setTimeout(() => void poll(), POLL_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [isWaiting, secret, onSignedIn])

  const agree = () => {
    if (state.step === 'asking') setState({ step: 'waiting', number: state.number })
  }
  const retry = () => {
    setState({ step: 'claiming' })
    setAttempt((before) => before + 1)
  }
  return { state, agree, retry }
}
