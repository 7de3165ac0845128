import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { INQUIRY_MAX, INQUIRY_MIN } from '#contract/limits.ts'
import { graphemes, isClean, isInquiry } from '#contract/rules/text.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { askQuestion, createQuestionId } from '#data/questions.ts'
import { useSession } from '#data/session.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/textArea.tsx'
import { useToast } from '#ui/useToast.ts'
import { CountedHint } from '../countedHint.tsx'
import { FailureBanner } from '../failureBanner.tsx'
import { OfflineHint } from '../detail/offlineHint.tsx'
import { useFieldErrorText } from '../formErrors.ts'
import inquiry from '../inquiry/inquiry.module.css'
import { questionDraft, useQuestionDraft, type QuestionDraft } from './questionDraft.ts'

interface Props {
  gdsUid: string
  /** Called after the server has stored the question. */
  onSent: () => void
}

/** Renders the form of a question. What was typed survives a reload, and a sign-in on the way. */
export function QuestionForm({ gdsUid, onSent }: Props) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const toast = useToast()
  const router = useRouter()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { state } = useSession()
  const draft = useQuestionDraft(gdsUid)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const { content, isPrivate } = draft
  const fault = !isInquiry(content)
    ? 'inquiry_short'
    : graphemes(content.trim()) > INQUIRY_MAX
      ? 'too_long'
      : isClean(content)
        ? null
        : 'control_characters'
  const error = attempt > 0 && fault !== null ? reason('content', fault) : undefined
  // A text that has changed is another question.
  const patch = (change: Partial<QuestionDraft>): void => questionDraft.patch({ ...draft, questionUid: '', ...change })

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setAttempt(attempt + 1)
    setFailure(null)
    if (fault !== null) return
    if (state !== 'member') {
      const { pathname, searchStr } = router.latestLocation
      void navigate({ to: '/login', search: { returnTo: `${pathname}${searchStr}#goods-questions` } })
      return
    }
    const questionUid = draft.questionUid || createQuestionId()
    questionDraft.patch({ ...draft, questionUid })
    setBusy(true)
    const outcome = await askQuestion({
      questionUid,
      gdsUid,
      content: content.trim(),
      privateYn: isPrivate ? 'Y' : 'N',
    })
    setBusy(false)
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    questionDraft.clear()
    toast({ text: t`Your question has been sent. We will let you know when we answer it.`, icon: Check })
    onSent()
  }
  const least = INQUIRY_MIN
  return (
    <form onSubmit={(event) => void send(event)} noValidate className={inquiry.form}>
      <ErrorSummary key={attempt} errors={error ? [{ id: 'question-content', message: error }] : []} />
      <FailureBanner failure={failure} />
      <Field
        id="question-content"
        label={t({ message: 'Your question', context: 'about goods' })}
        hint={
          <CountedHint text={content} max={INQUIRY_MAX}>
            <Trans>At least {least} characters</Trans>
          </CountedHint>
        }
        error={error}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            aria-required
            value={content}
            onChange={({ target }) => patch({ content: target.value })}
          />
        )}
      </Field>
      <Checkbox
        checked={isPrivate}
        onChange={({ target }) => patch({ isPrivate: target.checked })}
        label={<Trans>Private question</Trans>}
        hint={
          isPrivate ? (
            <Trans>Only you and Harbor Pass can read this question and its answer.</Trans>
          ) : (
            <Trans>
              Everybody can read this question, with your given name and the initial of your surname. Do not include
              personal data.
            </Trans>
          )
        }
      />
      <OfflineHint>
        <Trans>You can send your question once you are online. What you type is kept.</Trans>
      </OfflineHint>
      <Button type="submit" full busy={busy} disabled={!isOnline}>
        {state === 'member' ? <Trans>Send the question</Trans> : <Trans>Sign in to send</Trans>}
      </Button>
    </form>
  )
}
