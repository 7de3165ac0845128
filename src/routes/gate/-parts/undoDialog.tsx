import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { UNDO_REASONS } from '#contract/calls/gate.ts'
import { UNDO_REASON_MAX } from '#contract/limits.ts'
import { undoEntry, type GateAnswer } from '#data/gate.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './gate.module.css'
import { recordNameOf, UNDO_REASON_NAMES } from './gateMessages.ts'

interface Props {
  entry: GateAnswer | null
  onClose: () => void
  onUndone: (entryUid: string) => void
}

/** Renders the dialog that undoes an entry or a discount, with a reason. Closed while `entry` is null. */
export function UndoDialog({ entry, onClose, onUndone }: Props) {
  const { i18n } = useLingui()
  return (
    <Dialog open={entry !== null} onClose={onClose} title={entry && i18n._(recordNameOf(entry).undo)}>
      {entry && <Reasons key={entry.entryUid} entry={entry} onUndone={onUndone} />}
    </Dialog>
  )
}

function Reasons({ entry, onUndone }: { entry: GateAnswer; onUndone: Props['onUndone'] }) {
  const { entryUid } = entry
  const { undo, undone } = recordNameOf(entry)
  const { i18n, t } = useLingui()
  const errorText = useErrorText()
  const toast = useToast()
  const [reason, setReason] = useState<(typeof UNDO_REASONS)[number]>(UNDO_REASONS[0])
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const outcome = await undoEntry({ entryUid, reason, ...(note.trim() && { note: note.trim() }) })
    setBusy(false)
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    toast({ text: i18n._(undone) })
    onUndone(entryUid)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <div role="radiogroup" aria-label={t`Reason`} className={styles.reasons}>
        {UNDO_REASONS.map((each) => (
          <label key={each}>
            <input type="radio" name="reason" checked={each === reason} onChange={() => setReason(each)} />
            {i18n._(UNDO_REASON_NAMES[each])}
          </label>
        ))}
      </div>
      <Field label={<Trans>Note</Trans>} optional>
        {(control) => (
          <TextInput
            {...control}
            value={note}
            maxLength={UNDO_REASON_MAX}
            autoComplete="off"
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      {failure && <FieldError>{errorText(failure)}</FieldError>}
      <Button type="submit" kind="danger" full busy={busy}>
        {i18n._(undo)}
      </Button>
    </form>
  )
}
