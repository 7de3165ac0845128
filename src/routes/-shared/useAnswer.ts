import { useEffect, useEffectEvent, useState } from 'react'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome, Outcome } from '#data/outcome.ts'
import { useLocale } from '#i18n/useLocale.ts'

export interface AnswerView<T> {
  /** The last successful answer; it stays while a newer one fails. */
  answer: T | null
  /** Why the last request about the subject failed; null when it did not. It stays while another one is under way. */
  failure: FailedOutcome | null
  busy: boolean
  reload: () => void
}

/**
 * Returns an answer that the phone does not store. Requests it when the component mounts and when the language changes,
 * and after a failure also when the connection returns. Give the component a `key` that changes with the subject, or the
 * subject itself: then the answer and the failure about another one are dropped.
 */
export const useAnswer = <T>(request: () => Promise<Outcome<T>>, subject = ''): AnswerView<T> => {
  const online = useOnline()
  const locale = useLocale()
  const [round, setRound] = useState(0)
  const [answered, setAnswered] = useState<{ key: string; subject: string; data: T } | null>(null)
  const [failed, setFailed] = useState<{ attempt: string; subject: string; outcome: FailedOutcome } | null>(null)
  const key = `${locale} ${subject} ${round}`
  const attempt = `${key} ${online}`
  const isAnswered = answered?.key === key
  const send = useEffectEvent(() => (isAnswered ? null : request()))
  useEffect(() => {
    let isOld = false
    // Effects that are undone in the same task send nothing: StrictMode mounts each component twice in development.
    void Promise.resolve().then(async () => {
      const outcome = isOld ? null : await send()
      if (isOld || !outcome) return
      if (outcome.ok) setAnswered({ key, subject, data: outcome.data })
      setFailed(outcome.ok ? null : { attempt, subject, outcome })
    })
    return () => {
      isOld = true
    }
  }, [key, attempt, subject])
  return {
    answer: answered?.subject === subject ? answered.data : null,
    failure: failed?.subject === subject ? failed.outcome : null,
    busy: !isAnswered && failed?.attempt !== attempt,
    reload: () => setRound((count) => count + 1),
  }
}
