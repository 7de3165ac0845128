import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import styles from './overlay.module.css'
import { storedTheme } from './theme.ts'

interface Props {
  open: boolean
  onClose: () => void
  /** Called for Enter in a field that belongs to no form of the dialog. */
  onEnter?: (() => void) | undefined
  title: ReactNode
  /** Renders a sheet, which slides in from the side and holds navigation. */
  sheet?: boolean
  actions?: ReactNode
  children?: ReactNode
}

/**
 * Renders a native modal dialog: it keeps the focus; Escape, the close button or a click on the backdrop closes it;
 * then the focus returns to where it was. Enter in a field does not submit a form around the dialog.
 */
export function Dialog({ open, onClose, onEnter, title, sheet, actions, children }: Props) {
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
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
    if (!isFieldWithoutForm(event.target as Element, event.currentTarget)) return
    event.preventDefault()
    onEnter?.()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter works in all fields of the dialog
    <dialog
      ref={ref}
      className={cx(styles.dialog, sheet && styles.sheet)}
      // It may stand in the white paper of a pass, which is light in the dark theme too.
      data-theme={storedTheme()}
      aria-labelledby={titleId}
      // React passes on the event of a dialog inside this one.
      onClose={({ target, currentTarget }) => open && target === currentTarget && onClose()}
      onKeyDown={press}
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

/** Returns whether Enter in `field` would submit a form around the dialog, or nothing. */
const isFieldWithoutForm = (field: Element, dialog: HTMLElement): boolean =>
  field instanceof HTMLInputElement && field.closest('dialog') === dialog && !dialog.contains(field.form)

const isOutside = (dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean => {
  const box = dialog.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
