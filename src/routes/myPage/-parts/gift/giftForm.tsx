import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { MyPass } from '#contract/calls/mypage.ts'
import { GIFT_TEXT_MAX } from '#contract/limits.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { GiftLink } from '#data/giftLinks.ts'
import { requiredProof } from '#data/gifts.ts'
import { useOnline } from '#data/online.ts'
import { isBoundToThisPhone } from '#data/passCounts.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field } from '#ui/field.tsx'
import { Segments } from '#ui/segments.tsx'
import { TextArea } from '#ui/textArea.tsx'
import { ActionBar } from '#ui/actionBar.tsx'
import { passLabel } from '../../../-shared/passLabel.ts'
import screen from '../../../-shared/screen.module.css'
import { EmailField } from '../../../-shared/emailField.tsx'
import { useFieldErrorText, validateEmail } from '../../../-shared/formErrors.ts'
import { OfflineSendText } from '../../../-shared/offlineSendText.tsx'
import { chosenPass, clearGiftDraft, keepGiftDraft, readGiftDraft } from './giftDraft.ts'
import { NeedsConnectionText } from './memberProof.tsx'
import { LinkDialog } from './linkDialog.tsx'
import { SendDialog, type GiftToSend } from './sendDialog.tsx'

interface Form {
  email: string
  message: string
}
/** `link`: to whoever accepts it first by its link. `member`: to the email address of a member. */
export type GiftWay = 'link' | 'member'

export interface GiftFormProps {
  passes: MyPass[]
  /** This phone's id at the server; null until it is registered. */
  deviceUid: string | null
  /** `passUid` in the address. Where it is undefined or cannot be given, the first of `passes` is chosen. */
  chosen: string | undefined
  /** Email address of the member, who cannot be the recipient. */
  own: string
  /** How the gift is sent: by a link, or to a member's address. */
  by: GiftWay
  onBy: (by: GiftWay) => void
  /** Called before the gift is sent: its pass leaves the list then, but its link is still to be shown. */
  onAsk?: () => void
}

/**
 * Renders the gift form: pass, way, recipient and message, then a confirmation, and for a link the link itself. What is
 * typed is a draft until the gift is sent.
 */
export function GiftForm({ passes, deviceUid, chosen, own, by, onBy, onAsk }: GiftFormProps) {
  const { t } = useLingui()
  const { date, number } = useFormat()
  const reason = useFieldErrorText()
  const errorText = useErrorText()
  const online = useOnline()
  const navigate = useNavigate()
  const [passUid, choose] = useState(() => chosenPass(own, chosen))
  const [giftToConfirm, setGiftToConfirm] = useState<GiftToSend | null>(null)
  const setAsking = (question: GiftToSend | null) => {
    setGiftToConfirm(question)
    if (question) onAsk?.()
  }
  const [link, setLink] = useState<GiftLink | null>(null)
  const pass = passes.find((one) => one.passUid === passUid) ?? passes[0]
  const {
    register,
    handleSubmit,
    control: form,
    subscribe,
    formState,
  } = useForm<Form>({
    defaultValues: readGiftDraft(own),
    shouldFocusError: false,
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // A gift by link has no recipient; the one that was typed stays for the other way.
        callback: ({ values: { email = readGiftDraft(own).email, message } }) => keepGiftDraft(own, { email, message }),
      }),
    [subscribe, own],
  )
  const { errors, isSubmitting, submitCount } = formState
  const count = number(graphemes(useWatch({ control: form, name: 'message' })))
  const most = number(GIFT_TEXT_MAX)
  const leave = () => navigate({ to: '/myPage/gift', search: { type: 'sent' }, replace: true })
  if (!pass) return null

  const product = pass.passType
  const emailError =
    errors.email &&
    (errors.email.message === 'self'
      ? errorText('E_GIFT_SELF')
      : t`Enter the recipient’s email address in the correct format, for example name@example.com.`)
  const messageError =
    errors.message &&
    (errors.message.message === 'too_long'
      ? t`Use at most ${most} characters.`
      : reason('message', 'control_characters'))
  const summary = [
    ...(emailError ? [{ id: 'gift-email', message: emailError }] : []),
    ...(messageError ? [{ id: 'gift-message', message: messageError }] : []),
  ]
  const submit = handleSubmit(async ({ email, message }) => {
    const to = by === 'link' ? null : email.trim()
    const proof = await requiredProof({ passUid: pass.passUid, id: to ?? '' })
    setAsking({ passUid: pass.passUid, product, email: to, message: message.trim(), proof })
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <ErrorSummary key={submitCount} errors={summary} />
      <Segments
        label={t`How to send`}
        value={by}
        onChange={onBy}
        options={[
          { value: 'link', label: <Trans>By link</Trans> },
          { value: 'member', label: <Trans>To a member</Trans> },
        ]}
      />
      <Choice
        label={t`Pass`}
        value={pass.passUid}
        onChange={(next) => {
          choose(next)
          keepGiftDraft(own, { passUid: next, named: chosen ?? '' })
        }}
        options={passes.map((one) => {
          const inKorea = date(one.validUntil, 'day')
          const order = one.orderNumber
          return {
            value: one.passUid,
            label: passLabel(one),
            hint: (
              <>
                {order !== '' && (
                  <>
                    <Trans>Order {order}</Trans>
                    <br />
                  </>
                )}
                <Trans>Use by {inKorea}</Trans>
              </>
            ),
          }
        })}
      />
      {by === 'link' ? (
        <p className={screen.second}>
          <Trans>
            You get a link that you can send in any messaging app or show as a QR code. It is valid for up to 14 days.
            The recipient opens it, signs up or signs in, and accepts the pass.
          </Trans>
        </p>
      ) : (
        <EmailField
          id="gift-email"
          registration={register('email', {
            shouldUnregister: true,
            value: readGiftDraft(own).email,
            validate: (value) =>
              validateEmail(value) === true ? value.trim().toLowerCase() !== own.toLowerCase() || 'self' : 'email',
          })}
          label={t`Recipient’s email address`}
          hint={<Trans>The recipient must be a Harbor Pass member. Enter the email address they signed up with.</Trans>}
          error={emailError}
          autoComplete="off"
        />
      )}
      <Field
        id="gift-message"
        label={t`Message`}
        optional
        hint={
          <Trans>
            {count} of {most}
          </Trans>
        }
        error={messageError}
      >
        {(control) => (
          <TextArea
            {...control}
            {...register('message', {
              validate: (value) => {
                if (graphemes(value.trim()) > GIFT_TEXT_MAX) return 'too_long'
                return isClean(value) || 'control_characters'
              },
            })}
            rows={3}
          />
        )}
      </Field>
      <p className={screen.second}>
        {online && pass.medium === 'card' ? (
          <Trans>
            You can cancel the gift until it is accepted. While the gift is pending, the card cannot be collected.
          </Trans>
        ) : online ? (
          <Trans>
            You can cancel the gift until it is accepted. While the gift is pending, this pass cannot be used for entry.
          </Trans>
        ) : by === 'link' ? (
          <Trans>You are offline. You need a connection to create a link.</Trans>
        ) : pass.deviceUid !== null && !isBoundToThisPhone(pass, deviceUid) ? (
          <NeedsConnectionText />
        ) : (
          <OfflineSendText />
        )}
      </p>
      <ActionBar>
        <Button type="submit" full busy={isSubmitting}>
          {by === 'link' ? <Trans>Create a gift link</Trans> : <Trans>Send as a gift</Trans>}
        </Button>
      </ActionBar>
      <SendDialog
        gift={giftToConfirm}
        own={own}
        onClose={() => setAsking(null)}
        onSent={async (newLink) => {
          clearGiftDraft()
          if (newLink) setLink(newLink)
          else await leave()
        }}
      />
      <LinkDialog link={link} onClose={() => void leave()} />
    </form>
  )
}
