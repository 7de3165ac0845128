import { useLingui } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ShownPass } from '#data/myPass.ts'
import { Icon } from '#ui/icon.tsx'
import { PassNameDialog } from '../../-shared/passNameDialog.tsx'
import styles from './passSky.module.css'

/** Renders the name that the member gave the pass, else the holder's name. A click opens the dialog to change it. */
export function PassName({ pass }: { pass: ShownPass }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { name, holder } = pass
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
      <PassNameDialog pass={pass} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
