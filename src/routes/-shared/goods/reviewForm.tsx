import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Check, Star } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { REVIEW_MAX, REVIEW_MIN, REVIEW_PHOTOS_MAX } from '#contract/limits.ts'
import { graphemes } from '#contract/rules/text.ts'
import type { GoodsDetail } from '#data/goods.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { readReviewPhoto, uploadReviewPhoto, writeReview } from '#data/reviews.ts'
import { useFormat } from '#i18n/format.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextArea } from '#ui/textArea.tsx'
import { useToast } from '#ui/useToast.ts'
import { CountedHint } from '../countedHint.tsx'
import { FailureBanner } from '../failureBanner.tsx'
import { OfflineHint } from '../detail/offlineHint.tsx'
import { PhotosField } from '../photo/photosField.tsx'
import { reviewDraft, useReviewDraft } from './reviewDraft.ts'
import styles from './reviewForm.module.css'

/** Longer edge of a picture that is sent, px: as large as the server stores it. */
const EDGE_PX = 2_048

/** Renders the form of a review: stars, text and pictures. What was typed survives a reload. */
export function ReviewForm({ goods, rsvtUid }: { goods: GoodsDetail; rsvtUid: string }) {
  const { t } = useLingui()
  const { number } = useFormat()
  const errorText = useErrorText()
  const toast = useToast()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const draft = useReviewDraft(rsvtUid)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const { rating, content, photos } = draft
  const length = graphemes(content)
  const patch = (change: Partial<typeof draft>): void => reviewDraft.patch({ ...draft, ...change })
  const most = number(REVIEW_MAX)
  const ratingError = attempt > 0 && rating === null ? t`Choose one to five stars.` : ''
  const contentError =
    attempt === 0
      ? ''
      : graphemes(content.trim()) < REVIEW_MIN
        ? errorText('E_REVIEW_SHORT')
        : length > REVIEW_MAX
          ? t`Use at most ${most} characters.`
          : ''

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setAttempt(attempt + 1)
    setFailure(null)
    const size = graphemes(content.trim())
    if (rating === null || size < REVIEW_MIN || length > REVIEW_MAX) return
    setBusy(true)
    const outcome = await writeReview({ rsvtUid, rating, content: content.trim(), photos })
    setBusy(false)
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    reviewDraft.clear()
    toast({ text: t`Your review has been published. Thank you.`, icon: Check })
    if (goods.kind !== 'pass')
      void navigate({ to: `/${goods.kind}/$goodsId`, params: { goodsId: goods.gdsUid }, replace: true })
  }
  const addPhoto = async (picture: Promise<Blob>) => {
    if (reviewDraft.read().rsvtUid !== rsvtUid) reviewDraft.patch(draft)
    const outcome = await uploadReviewPhoto(await picture)
    const stored = reviewDraft.read()
    // A draft that was cleared or replaced during the upload does not come back; what was typed meanwhile stays.
    if (outcome.ok && stored.rsvtUid === rsvtUid) reviewDraft.patch({ photos: [...stored.photos, outcome.data] })
    return outcome
  }
  const least = REVIEW_MIN
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <ErrorSummary
        key={attempt}
        errors={[
          ...(ratingError ? [{ id: 'review-rating', message: ratingError }] : []),
          ...(contentError ? [{ id: 'review-content', message: contentError }] : []),
        ]}
      />
      <FailureBanner failure={failure} />
      <StarsField value={rating} error={ratingError} onChange={(next) => patch({ rating: next })} />
      <Field
        id="review-content"
        label={t`Your review`}
        hint={
          <CountedHint text={content} max={REVIEW_MAX}>
            <Trans>At least {least} characters</Trans>
          </CountedHint>
        }
        error={contentError || undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            aria-required
            value={content}
            onChange={({ target }) => patch({ content: target.value })}
          />
        )}
      </Field>
      <PhotosField
        photos={photos}
        max={REVIEW_PHOTOS_MAX}
        edgePx={EDGE_PX}
        disabled={!isOnline || busy}
        isAdding={isAdding}
        onAdding={setAdding}
        add={addPhoto}
        remove={(id) => patch({ photos: photos.filter((each) => each !== id) })}
        read={readReviewPhoto}
      />
      <OfflineHint>
        <Trans>You can send your review once you are online. What you type is kept.</Trans>
      </OfflineHint>
      <ActionBar>
        <Button type="submit" full busy={busy || isAdding} disabled={!isOnline}>
          <Trans>Publish</Trans>
        </Button>
      </ActionBar>
    </form>
  )
}

interface StarsProps {
  value: number | null
  error: string
  onChange: (rating: number) => void
}

function StarsField({ value, error, onChange }: StarsProps) {
  const { t } = useLingui()
  const name = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error !== '' || undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend>
        <b>
          <Trans>How was it?</Trans>
        </b>
      </legend>
      <div className={styles.rate}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className={cx(value !== null && stars <= value && styles.chosen)}>
            <input
              type="radio"
              name={name}
              id={stars === 1 ? 'review-rating' : undefined}
              value={stars}
              checked={value === stars}
              aria-label={t`${stars} of 5 stars`}
              onChange={() => onChange(stars)}
            />
            <Icon of={Star} size={32} />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
