import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import styles from './overlay.module.css'

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** A sheet comes from the side and holds navigation. */
  sheet?: boolean
  actions?: ReactNode
  children?: ReactNode
}

/** The platform's modal dialog: focus stays inside, Escape and the ground close it, focus returns. */
export function Dialog({ open, onClose, title, sheet, actions, children }: Props) {
  const { t } = useLingui()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (open && dialog && !dialog.open) dialog.showModal()
    if (!open) dialog?.close()
  }, [open])

  const ground = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && isOutside(event)) onClose()
  }
  return (
    <dialog
      ref={ref}
      className={cx(styles.dialog, sheet && styles.sheet)}
      aria-labelledby={titleId}
      onClose={() => open && onClose()}
      onClick={ground}
    >
      {open && (
        <>
          <div className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <IconButton icon={X} label={t`Close`} onClick={onClose} />
          </div>
          {children}
          {actions && <div className={styles.actions}>{actions}</div>}
        </>
      )}
    </dialog>
  )
}

const isOutside = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean => {
  const box = currentTarget.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
