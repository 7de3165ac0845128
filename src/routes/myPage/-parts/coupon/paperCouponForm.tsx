import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { registerCoupon } from '#data/coupons.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './coupon.module.css'

const NUMBER_MAX_CHARS = 40

/** Renders the field for the number of a paper coupon (spec 5.12). A refused number stays typed. */
export function PaperCouponForm() {
  const { t } = useLingui()
  const errorText = useErrorText()
  const toast = useToast()
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !online) return
    const number = typed.trim()
    const refuse = (why: FailedOutcome) => {
      setFailure(why)
      document.getElementById('coupon-number')?.focus()
    }
    if (number === '') {
      refuse({ ok: false, code: 'E_COUPON_REQUIRED' })
      return
    }
    setBusy(true)
    setFailure(null)
    const outcome = await registerCoupon(number)
    setBusy(false)
    if (!outcome.ok) {
      refuse(outcome)
      return
    }
    setTyped('')
    toast({ text: t`Coupon registered`, icon: Check })
  }
  return (
    <form className={styles.block} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        id="coupon-number"
        label={t`Coupon number`}
        hint={
          online ? (
            <Trans>The number printed on a paper coupon. Spaces and hyphens do not matter.</Trans>
          ) : (
            <Trans>You are offline. You need a connection to register a coupon.</Trans>
          )
        }
        error={failure && errorText(failure)}
      >
        {(control) => (
          <span className={styles.enter}>
            <TextInput
              {...control}
              value={typed}
              maxLength={NUMBER_MAX_CHARS}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="done"
              onChange={(event) => {
                setTyped(event.target.value)
                setFailure(null)
              }}
            />
            <Button type="submit" kind="outline" busy={busy} disabled={!online}>
              <Trans>Register</Trans>
            </Button>
          </span>
        )}
      </Field>
    </form>
  )
}
