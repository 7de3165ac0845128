import { useEffect, useState } from 'react'
import { useMirroredPasses } from '#data/myPass.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import {
  confirmPhoneLink,
  createPhoneLink,
  readPhoneLink,
  type PhoneLink,
  type PhoneLinkProgress,
} from '#data/phoneLink.ts'

const POLL_MS = 2_000

export interface PhoneLinkState {
  /** Null while it is being made, and after a failure. */
  link: PhoneLink | null
  progress: PhoneLinkProgress
  /** Why the link could not be made or confirmed. `E_LINK_PROOF`: the password is needed. */
  failure: FailedOutcome | null
  busy: boolean
  /** Makes a link, in place of the one before it. */
  create: (password?: string) => Promise<void>
  /** Lets the phone in that shows this number; null: it shows none of them. */
  confirm: (number: number | null) => Promise<void>
}

const OFFERED: PhoneLinkProgress = { state: 'offered', numbers: null, label: null }

/**
 * Makes a link for a phone that is to show `passUid`, and follows how far the phone has come, until the component
 * unmounts. Once the phone is signed in, refreshes the passes until the pass is bound to another device than this.
 */
export const usePhoneLink = (passUid: string | undefined): PhoneLinkState => {
  const [link, setLink] = useState<PhoneLink | null>(null)
  const [progress, setProgress] = useState(OFFERED)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [busy, setBusy] = useState(false)
  const { list, deviceUid, refresh } = useMirroredPasses()
  const bound = list.find((pass) => pass.passUid === passUid)?.deviceUid ?? null
  const isOver = progress.state === 'over'
  const isMissing = passUid !== undefined && (bound === null || bound === deviceUid)
  const isFinished = progress.state === 'opened' && !isMissing

  const create = async (password?: string) => {
    setBusy(true)
    setFailure(null)
    const answer = await createPhoneLink(passUid, password)
    setBusy(false)
    if (!answer.ok) return setFailure(answer)
    setProgress(OFFERED)
    setLink(answer.data)
  }
  const confirm = async (number: number | null) => {
    if (!link) return
    setBusy(true)
    const answer = await confirmPhoneLink(link.id, number)
    setBusy(false)
    setFailure(answer.ok ? null : answer)
    if (answer.ok) setProgress(answer.data)
  }

  const id = link?.id
  useEffect(() => {
    if (id === undefined || isOver || isFinished) return
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      const answer = await readPhoneLink(id)
      if (stopped) return
      if (answer.ok) setProgress(answer.data)
      // From then on a failure is that of a new link.
      if (answer.ok && answer.data.state === 'over') setFailure(null)
      if (answer.ok && answer.data.state === 'opened') await refresh()
      if (!stopped) timer = setTimeout(() => void poll(), POLL_MS)
    }
    timer = setTimeout(() => void poll(), POLL_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [id, isOver, isFinished, refresh])
  return { link, progress, failure, busy, create, confirm }
}
