import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { passName } from '#contract/rules/text.ts'
import type { ShownPass } from '#data/myPass.ts'
import { setPassName } from '#data/passName.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './passNameDialog.module.css'

/** Marks the field that `showModal` gives the focus; React does not render the attribute of `autoFocus`. */
const focusFirst = (field: HTMLInputElement | null): void => field?.setAttribute('autofocus', '')

interface Props {
  pass: ShownPass
  open: boolean
  onClose: () => void
}

/** Renders the dialog in which the member names a pass. */
export function PassNameDialog({ pass, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Name this pass</Trans>}>
      <Form pass={pass} onDone={onClose} />
    </Dialog>
  )
}

function Form({ pass: { passUid, name, holder }, onDone }: { pass: ShownPass; onDone: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const errorText = useErrorText()
  const [typedName, setTypedName] = useState(name ?? '')
  const [refused, setRefused] = useState(false)
  const save = async (next: string | null): Promise<void> => {
    onDone()
    const outcome = await setPassName(passUid, next)
    if (!outcome.ok) toast({ text: errorText(outcome) })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const next = passName(typedName)
    setRefused(next === null)
    if (next !== null) void save(next)
  }
  return (
    <form onSubmit={submit} className={styles.naming} noValidate>
      <Field
        id="pass-name"
        label={t`Name of this pass`}
        hint={
          <Trans>This name helps you tell your passes apart. It does not change the holder’s name: {holder}.</Trans>
        }
        error={refused ? errorText('E_PASS_NAME') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={focusFirst}
            value={typedName}
            placeholder={t`For example, Mum`}
            onChange={(event) => setTypedName(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div className={styles.answers}>
        {name !== null && (
          <Button type="button" kind="outline" onClick={() => void save(null)}>
            <Trans>Remove the name</Trans>
          </Button>
        )}
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
