import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import styles from './overlay.module.css'
import { storedTheme } from './theme.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Renders a sheet, which slides in from the side and holds navigation. */
  sheet?: boolean
  actions?: ReactNode
  children?: ReactNode
}

/**
 * Renders a native modal dialog: it keeps the focus; Escape, the close button or a click on the backdrop closes it;
 * then the focus returns to where it was.
 */
export function Dialog({ open, onClose, title, sheet, actions, children }: Props) {
  const { t } = useLingui()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (open && dialog && !dialog.open) dialog.showModal()
    if (!open) dialog?.close()
  }, [open])

  // A click on the backdrop has the dialog element as its target, at a position outside the dialog's box.
  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const press = (event: MouseEvent) => {
      if (event.target === dialog && isOutside(dialog, event)) onClose()
    }
    dialog.addEventListener('click', press)
    return () => dialog.removeEventListener('click', press)
  }, [open, onClose])
  return (
    <dialog
      ref={ref}
      className={cx(styles.dialog, sheet && styles.sheet)}
      // It may stand in the white paper of a pass, which is light in the dark theme too.
      data-theme={storedTheme()}
      aria-labelledby={titleId}
      onClose={() => open && onClose()}
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

const isOutside = (dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean => {
  const box = dialog.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
