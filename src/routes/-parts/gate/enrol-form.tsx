import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { GATE_LABEL_MAX } from '#contract/limits.ts'
import { enrolGate } from '#data/gate.ts'
import { useErrorText } from '#i18n/errors.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import styles from './gate.module.css'

interface Props {
  /** The operator has ended this scanner. */
  ended: boolean
  /** Entries that it could not tell any more. */
  waiting: number
}

export function EnrolForm({ ended, waiting }: Props) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [code, setCode] = useState('')
  const [label, setLabel] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const outcome = await enrolGate(code, label)
    setBusy(false)
    if (!outcome.ok) setFailure(outcome.code === 'E_INPUT' ? 'E_GATE_CODE' : outcome.code)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {ended && (
        <Banner tone="red" role="alert">
          {errorText('E_GATE')}{' '}
          {waiting > 0 && (
            <Plural
              value={waiting}
              one="One scan has not been sent. It will be sent to the operator once this scanner is enrolled again."
              other="# scans have not been sent. They will be sent to the operator once this scanner is enrolled again."
            />
          )}
        </Banner>
      )}
      <p className={styles.lead}>
        <Trans>
          This screen is for staff. Enter the code from the operator to set up this device as the scanner for one place.
        </Trans>
      </p>
      <Field
        label={<Trans>Enrolment code</Trans>}
        hint={<Trans>16 letters and digits, valid for ten minutes</Trans>}
        error={failure && errorText(failure)}
      >
        {(control) => (
          <TextInput
            {...control}
            icon={KeyRound}
            value={code}
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      <Field label={<Trans>Name of this scanner</Trans>} hint={t`For example, Gate 1`} optional>
        {(control) => (
          <TextInput
            {...control}
            value={label}
            maxLength={GATE_LABEL_MAX}
            autoComplete="off"
            onChange={({ target }) => setLabel(target.value)}
          />
        )}
      </Field>
      <Button type="submit" full busy={busy}>
        <Trans>Enrol this scanner</Trans>
      </Button>
    </form>
  )
}
