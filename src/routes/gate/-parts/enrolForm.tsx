import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { HardDrive, KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { GATE_LABEL_MAX } from '#contract/limits.ts'
import { enrolGate } from '#data/gate.ts'
import { useStorage } from '#data/storage.ts'
import { useErrorText, type FailureDetails } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { SceneBeside } from '../../-shared/columns.tsx'
import styles from './gate.module.css'

interface Props {
  /** The operator has revoked this scanner's credential. */
  ended: boolean
  /** Number of journal entries that are not uploaded. */
  waiting: number
}

/** Renders the form that enrols this browser as a scanner, by a code from the operator. */
export function EnrolForm({ ended, waiting }: Props) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { evicted } = useStorage()
  const [code, setCode] = useState('')
  const [label, setLabel] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailureDetails | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const outcome = await enrolGate(code, label)
    setBusy(false)
    if (!outcome.ok) setFailure(outcome.code === 'E_INPUT' ? { code: 'E_GATE_CODE' } : outcome)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <SceneBeside name="gwangan" />
      {ended && (
        <Banner tone="red" role="alert">
          {errorText('E_GATE')}
          <SentenceSpace />
          {waiting > 0 && (
            <Plural
              value={waiting}
              one="One scan has not been sent. It will be sent to the operator once this scanner is enrolled again."
              other="# scans have not been sent. They will be sent to the operator once this scanner is enrolled again."
            />
          )}
        </Banner>
      )}
      {!ended && evicted && (
        <Banner tone="amber" icon={HardDrive} role="status">
          <Trans>
            The browser cleared the data saved on this device. If it was set up as a scanner, enrol it again.
          </Trans>
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
