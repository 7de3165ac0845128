import { useState } from 'react'
import { CERT_RESEND_MS, CERT_TRIES, CERT_TTL_MS } from '#contract/limits.ts'
import { useNow } from '#data/clock.ts'
import type { OutcomeCode } from '#data/outcome.ts'
import { requestOwnCode, type MemberProof } from '#data/ownCode.ts'
import { isCode, useSpentCode, type SentCode } from '../../../-parts/mailedCode.tsx'

const SECOND_MS = 1000

/**
 * The proof that a gift takes from a phone that does not show the pass: what is typed, what was mailed, why it was
 * refused. `required`: what the member can offer at all; null while the gift takes none.
 */
export const useMemberProof = (required: MemberProof | null) => {
  const now = useNow(SECOND_MS)
  const [choice, choose] = useState<MemberProof | null>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<SentCode | null>(null)
  const [refused, setRefused] = useState<OutcomeCode | 'code_format' | null>(null)
  const [isMailing, setMailing] = useState(false)
  const spent = useSpentCode(sent)
  const by = required === 'password' ? (choice ?? required) : required

  const mail = async () => {
    if (isMailing) return
    setMailing(true)
    setRefused(null)
    const outcome = await requestOwnCode('gift')
    setMailing(false)
    if (outcome.ok) {
      setCode('')
      setSent({ ...outcome.data, tries: CERT_TRIES })
    } else if (outcome.code === 'E_CERT_WAIT' && sent === null && outcome.retryAfter !== undefined) {
      // Asked for before this screen was opened: that code is on its way.
      const resendAt = now + outcome.retryAfter * SECOND_MS
      setSent({ resendAt, expiresAt: resendAt - CERT_RESEND_MS + CERT_TTL_MS, tries: CERT_TRIES })
    } else setRefused(outcome.code)
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
    /** The mail must go first: there is no code, or it can no longer be entered. */
    awaitsMail: by === 'code' && (sent === null || spent !== null),
    /** Turns to the mailed code and asks for one, unless one can still be entered. */
    chooseCode: () => {
      choose('code')
      setRefused(null)
      if (sent === null || spent !== null) void mail()
    },
    choosePassword: () => {
      choose('password')
      setRefused(null)
    },
    /** What goes with the gift; null: it is not typed whole, which is said. */
    typed: (): { password: string } | { code: string } | null => {
      setRefused(null)
      if (by !== 'code') return { password }
      if (isCode(code)) return { code: code.trim() }
      setRefused('code_format')
      return null
    },
    refuse: (why: OutcomeCode) => {
      setRefused(why)
      if (by !== 'code') return
      const tries = why === 'E_CERT_MISMATCH' ? (sent?.tries ?? 1) - 1 : 0
      if (why.startsWith('E_CERT_')) setSent((last) => last && { ...last, tries })
    },
    /** Forgets what was typed; the code that is on its way stays. */
    clear: () => {
      choose(null)
      setPassword('')
      setCode('')
      setRefused(null)
    },
  }
}
export type ProofState = ReturnType<typeof useMemberProof>
