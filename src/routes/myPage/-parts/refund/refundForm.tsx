import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { REFUND_TEXT_MAX } from '#contract/limits.ts'
import type { FailureCode } from '#contract/errors.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import { useOnline } from '#data/online.ts'
import type { PurchaseDetail } from '#data/purchases.ts'
import type { RefundReason, RefundResult } from '#data/refund.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/textArea.tsx'
import { useFieldErrorText } from '../../../-shared/formErrors.ts'
import { PurchaseTicket } from '../purchase/purchaseTicket.tsx'
import { usePurchaseName } from '../purchase/usePurchaseName.ts'
import { RefundDialog } from './refundDialog.tsx'
import { storeRefundResult, patchRefundDraft, useRefundDraft } from './refundDraft.ts'
import { RefundSummary } from './refundSummary.tsx'
import { RefundUnits } from './refundUnits.tsx'
import { CountedHint } from '../../../-shared/countedHint.tsx'
import styles from './refund.module.css'

interface Props {
  purchase: PurchaseDetail
  reasons: RefundReason[]
  /** The server refused a unit: the purchase has changed since it was loaded. */
  onOutdated: () => void
}

/** Refusals that concern the chosen passes. */
const OF_UNITS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'E_REFUND_USED',
  'E_REFUND_GIFT',
  'E_REFUND_GIVEN',
  'E_REFUND_ASKED',
])

/** Renders the form: units, reason and details, beside what comes back; then a confirmation. Keeps a draft. */
export function RefundForm({ purchase, reasons, onOutdated }: Props) {
  const { t } = useLingui()
  const { number } = useFormat()
  const errorText = useErrorText()
  const reasonText = useFieldErrorText()
  const online = useOnline()
  const navigate = useNavigate()
  const nameOf = usePurchaseName()
  const [tries, setTries] = useState(0)
  const [isConfirming, setConfirming] = useState(false)
  const [refusal, setRefusal] = useState<FailureCode | null>(null)
  const { ordUid } = purchase
  const draft = useRefundDraft(ordUid)
  const free = purchase.units.filter(({ refundYn }) => refundYn === 'Y').map(({ passUid }) => passUid)
  // One unit is no choice: the draft may exclude it from a time when there were more.
  const passUids = free.length === 1 ? free : free.filter((passUid) => draft.passUids?.includes(passUid) ?? true)
  const { whyCd, etcWhy } = draft
  const written = graphemes(etcWhy)
  const most = number(REFUND_TEXT_MAX)

  const unitsError = passUids.length === 0 ? t`Choose at least one pass.` : null
  const whyError = reasons.some(({ code }) => code === whyCd) ? null : errorText('E_REFUND_REASON')
  const tooLong = written > REFUND_TEXT_MAX ? t`Use at most ${most} characters.` : null
  const textError = tooLong ?? (isClean(etcWhy) ? null : reasonText('message', 'control_characters'))
  const errors = [
    { id: 'refund-units', message: unitsError },
    { id: 'refund-reason', message: whyError },
    { id: 'refund-text', message: textError },
  ].flatMap(({ id, message }) => (message === null ? [] : [{ id, message }]))
  const isChecked = tries > 0
  const refused = refusal !== null && OF_UNITS.has(refusal) ? errorText(refusal) : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    setRefusal(null)
    if (errors.length === 0) setConfirming(true)
  }
  const accepted = (result: RefundResult) => {
    const { cancelAmt: amount, cancelDate: date, cancelTime: time, tid } = result
    storeRefundResult({ ordUid, amount, date, time, tid })
    void navigate({ to: '/myPage/refundCompleted', search: { ord: ordUid }, replace: true })
  }
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <div className={styles.fields}>
        <ErrorSummary key={tries} errors={isChecked ? errors : []} />
        <PurchaseTicket purchase={purchase} title={nameOf(purchase)} />
        <RefundUnits
          purchase={purchase}
          chosen={passUids}
          onChoose={(next) => {
            setRefusal(null)
            patchRefundDraft(ordUid, { passUids: next })
          }}
          error={refused ?? (isChecked && unitsError)}
        />
        <Choice
          id="refund-reason"
          label={t`Reason`}
          value={whyCd}
          options={reasons.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code) => patchRefundDraft(ordUid, { whyCd: code })}
          error={isChecked && whyError}
        />
        <Field
          id="refund-text"
          label={t`More about your reason`}
          optional
          hint={
            <CountedHint text={etcWhy} max={REFUND_TEXT_MAX}>
              <Trans>Add anything that would help us understand.</Trans>
            </CountedHint>
          }
          error={tooLong ?? (isChecked && textError)}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              value={etcWhy}
              onChange={(event) => patchRefundDraft(ordUid, { etcWhy: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className={styles.summary}>
        <RefundSummary purchase={purchase} passUids={passUids} />
        {!online && (
          <Banner tone="amber" icon={CloudOff} role="status">
            <Trans>You are offline. You need a connection to request a refund. We will keep what you typed.</Trans>
          </Banner>
        )}
        <ActionBar>
          <Button type="submit" full disabled={!online}>
            <Trans>Request a refund</Trans>
          </Button>
        </ActionBar>
      </div>
      <RefundDialog
        open={isConfirming}
        form={{ ordUid, passUids, whyCd, etcWhy: etcWhy.trim() }}
        purchase={purchase}
        onClose={() => setConfirming(false)}
        onAccepted={accepted}
        onRefused={(code) => {
          setConfirming(false)
          setRefusal(code)
          onOutdated()
        }}
        isRefusalOfUnits={(code) => OF_UNITS.has(code)}
      />
    </form>
  )
}
