import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { Check, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { uuidv7 } from 'uuidv7'
import { INQUIRY_FILES_MAX, INQUIRY_MAX, INQUIRY_MIN } from '#contract/limits.ts'
import { graphemes, isClean, isInquiry } from '#contract/rules/text.ts'
import { useInquiries, writeInquiry } from '#data/inquiry.ts'
import { addInquiryPhoto, readUnsentPhoto, removeInquiryPhoto, useInquiryPhotos } from '#data/inquiryPhotos.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useSession } from '#data/session.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/textArea.tsx'
import { useToast } from '#ui/useToast.ts'
import { EmailField } from '../../-shared/emailField.tsx'
import { CountedHint } from '../../-shared/countedHint.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { useFieldErrorText, useErrorSummary, validateEmail } from '../../-shared/formErrors.ts'
import { OfflineSendText } from '../../-shared/offlineSendText.tsx'
import { PhotosField } from '../../-shared/photo/photosField.tsx'
import { hasDraft, storeDraft, readDraft, type InquiryDraft } from './inquiryDraft.ts'
import styles from '../../-shared/inquiry/inquiry.module.css'

/** Longer edge of a photo, px: text on a ticket stays readable, and a slow connection sends it within the time of a request. */
const EDGE_PX = 1_600

/** Renders the inquiry form. An inquiry is stored in the outbox and sent from there, so it can be written offline. */
export function InquiryForm({ order, opening }: { order?: string | undefined; opening?: string | undefined }) {
  const { t } = useLingui()
  const { user, state } = useSession()
  const begin = order === undefined ? opening : t`About ${order}:`
  // `key`: a change of author resets the form
  return (
    <Form
      key={user?.memberId ?? state}
      author={user?.memberId ?? null}
      isExpired={!user && state !== 'anonymous'}
      email={user?.email ?? ''}
      opening={begin === undefined ? '' : `${begin}\n`}
    />
  )
}

interface FormProps {
  author: string | null
  /** The session has expired, or is not known yet. */
  isExpired: boolean
  email: string
  /** What the text begins with: the order or the goods that the inquiry is about. */
  opening: string
}

function Form({ author, isExpired, email, opening }: FormProps) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const summary = useErrorSummary('inquiry')
  const toast = useToast()
  const online = useOnline()
  const { href } = useLocation()
  const { list } = useInquiries()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  /** Id of the inquiry just written, to report when the server has registered it. */
  const [queuedId, setQueuedId] = useState<string | null>(null)
  const [initial] = useState(() => readDraft(author, isExpired))
  /** The inquiry that is being written. Its photos are stored under this id, and it is sent with it. */
  const [id, setId] = useState(() => initial?.id ?? uuidv7())
  const photos = useInquiryPhotos(id)
  const [isAdding, setAdding] = useState(false)
  const {
    register,
    handleSubmit,
    control: form,
    subscribe,
    resetField,
    formState,
    getValues,
  } = useForm<Pick<InquiryDraft, 'email' | 'content'>>({
    defaultValues: { email: initial?.email || email, content: initial?.content ?? opening },
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  const content = useWatch({ control: form, name: 'content' })
  const least = INQUIRY_MIN

  const photoCount = photos.length
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          storeDraft(author, values.content === '' && photoCount === 0 && !isAdding ? null : { id, ...values }),
      }),
    [subscribe, author, id, photoCount, isAdding],
  )

  // Report “registered” only when the server has confirmed it.
  const registered = list.some(({ id, state }) => id === queuedId && state !== 'queued')
  useEffect(() => {
    if (!registered) return
    toast({ text: t`1:1 inquiry registered`, icon: Check })
  }, [registered, toast, t])

  const submit = handleSubmit(async (form) => {
    setFailure(null)
    const outcome = await writeInquiry({ id, email: form.email.trim(), content: form.content.trim() })
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    resetField('content', { defaultValue: '' })
    storeDraft(author, null)
    setId(uuidv7())
    const { delivery } = outcome.data
    if (delivery === 'sent') {
      toast({ text: t`1:1 inquiry registered`, icon: Check })
      return
    }
    setQueuedId(id)
    toast({
      text: online
        ? t`Saved on this device. Sending now.`
        : t`Saved on this device. It will be sent when you are online.`,
      icon: Smartphone,
    })
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <ErrorSummary key={submitCount} errors={summary(errors, ['email', 'content'])} />
      <FailureBanner failure={failure} />
      <EmailField
        id="inquiry-email"
        registration={register('email', { validate: validateEmail })}
        label={t`Email address for our answer`}
        error={errors.email && reason('email', errors.email.message)}
      />
      <Field
        id="inquiry-content"
        label={t`Your question`}
        hint={
          <CountedHint text={content} max={INQUIRY_MAX}>
            <Trans>At least {least} characters</Trans>
          </CountedHint>
        }
        error={errors.content && reason('content', errors.content.message)}
      >
        {(control) => (
          <TextArea
            {...control}
            {...register('content', {
              validate: (value) => {
                if (!isInquiry(value)) return 'inquiry_short'
                if (graphemes(value.trim()) > INQUIRY_MAX) return 'too_long'
                return isClean(value) || 'control_characters'
              },
            })}
            rows={6}
            aria-required
          />
        )}
      </Field>
      <PhotosField
        photos={photos.map((photo) => photo.id)}
        max={INQUIRY_FILES_MAX}
        edgePx={EDGE_PX}
        hint={
          author === null && (
            <LinkButton kind="quiet" size="small" to="/login" search={{ returnTo: href }}>
              <Trans>Sign in to attach photos</Trans>
            </LinkButton>
          )
        }
        disabled={isSubmitting}
        isAdding={isAdding}
        onAdding={setAdding}
        add={async (picture) => {
          const isStored = storeDraft(author, { id, ...getValues() })
          const small = await picture
          // The inquiry may have been sent, or its member signed out, from another page of this tab.
          return isStored && !hasDraft(author, id) ? { ok: true, data: null } : addInquiryPhoto(id, small)
        }}
        remove={(photo) => void removeInquiryPhoto(photo)}
        read={readUnsentPhoto}
      />
      {!online && (
        <p className={styles.offline}>
          <OfflineSendText />
        </p>
      )}
      <Button type="submit" full busy={isSubmitting || isAdding}>
        <Trans>Send</Trans>
      </Button>
    </form>
  )
}
