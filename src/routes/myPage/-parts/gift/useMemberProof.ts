import { useState } from 'react'
import { CERT_TRIES } from '#contract/limits.ts'
import { SECOND_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { requestOwnCode, type CodePurpose, type MemberProof } from '#data/ownCode.ts'
import { earlierCode, isCode, useSpentCode, type SentCode } from '../../../-shared/mailedCode.tsx'

/**
 * Holds the proof for an act of `purpose` with a pass whose codes this phone does not draw: typed password or code,
 * mailed code, and the refusal. `required`: `password`, or `code` for a member without one; null while no proof is
 * needed.
 */
export const useMemberProof = (required: MemberProof | null, purpose: CodePurpose) => {
  const now = useNow(SECOND_MS)
  const [choice, choose] = useState<MemberProof | null>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<SentCode | null>(null)
  const [refused, setRefused] = useState<FailedOutcome | 'code_format' | null>(null)
  const [isMailing, setMailing] = useState(false)
  const spent = useSpentCode(sent)
  const by = required === 'password' ? (choice ?? required) : required

  const mail = async () => {
    if (isMailing) return
    setMailing(true)
    setRefused(null)
    const outcome = await requestOwnCode(purpose)
    setMailing(false)
    if (outcome.ok) {
      setCode('')
      setSent({ ...outcome.data, tries: CERT_TRIES })
    } else if (outcome.code === 'E_CERT_WAIT' && sent === null && outcome.retryAfter !== undefined) {
      setSent(earlierCode(outcome.retryAfter, now))
    } else setRefused(outcome)
  }
  return {
    by,
    password,
    setPassword,
    code,
    setCode,
    sent,
    spent,
    refused,
    isMailing,
    mail,
    /** True while a mail must be requested first: no code was sent, or it can no longer be entered. */
    awaitsMail: by === 'code' && (sent === null || spent !== null),
    /** Switches to the mailed code and requests one, unless a valid one was sent. */
    chooseCode: () => {
      choose('code')
      setRefused(null)
      if (sent === null || spent !== null) void mail()
    },
    choosePassword: () => {
      choose('password')
      setRefused(null)
    },
    /** Returns the proof to send; null, with an error at the field, for an incomplete code. */
    readProof: (): { password: string } | { code: string } | null => {
      setRefused(null)
      if (by !== 'code') return { password }
      if (isCode(code)) return { code: code.trim() }
      setRefused('code_format')
      return null
    },
    refuse: (why: FailedOutcome) => {
      setRefused(why)
      if (by !== 'code') return
      const tries = why.code === 'E_CERT_MISMATCH' ? (sent?.tries ?? 1) - 1 : 0
      if (why.code.startsWith('E_CERT_')) setSent((last) => last && { ...last, tries })
    },
    /** Clears the input; a code that was sent stays valid. */
    clear: () => {
      choose(null)
      setPassword('')
      setCode('')
      setRefused(null)
    },
  }
}
export type ProofState = ReturnType<typeof useMemberProof>
