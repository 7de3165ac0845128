import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { passName } from '#contract/rules/text.ts'
import type { ShownPass } from '#data/myPass.ts'
import { setPassName } from '#data/passName.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './passCard.module.css'

/** Renders the name that the member gave the pass, else the holder's name. A click opens the dialog to change it. */
export function PassName({ pass }: { pass: ShownPass }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { name, holder } = pass
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className={styles.name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        aria-label={name === null ? `${t`Name this pass`}: ${holder}` : t`Name of this pass: ${name}`}
      >
        <bdi>{name ?? holder}</bdi>
        <Icon of={Pencil} size={16} />
      </button>
      <Dialog open={open} onClose={close} title={<Trans>Name this pass</Trans>}>
        <Form pass={pass} onDone={close} />
      </Dialog>
    </>
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
            value={typedName}
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
