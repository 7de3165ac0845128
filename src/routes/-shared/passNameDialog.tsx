import { Trans, useLingui } from '@lingui/react/macro'
import { passName } from '#contract/rules/text.ts'
import type { ShownPass } from '#data/myPass.ts'
import { setPassName } from '#data/passName.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/useToast.ts'
import { NameForm } from './nameForm.tsx'

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
  const save = async (next: string | null): Promise<void> => {
    onDone()
    const outcome = await setPassName(passUid, next)
    if (!outcome.ok) toast({ text: errorText(outcome) })
  }
  return (
    <NameForm
      id="pass-name"
      label={t`Name of this pass`}
      hint={<Trans>This name helps you tell your passes apart. It does not change the holder’s name: {holder}.</Trans>}
      placeholder={t`For example, Mum`}
      initial={name ?? ''}
      parse={passName}
      error={errorText('E_PASS_NAME')}
      onSave={(next) => void save(next)}
      beside={
        name !== null && (
          <Button kind="outline" onClick={() => void save(null)}>
            <Trans>Remove the name</Trans>
          </Button>
        )
      }
    />
  )
}
