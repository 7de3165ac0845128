import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { cx } from '#ui/cx.ts'
import { useWakeLock } from './wakeLock.ts'
import styles from './fullScreenDialog.module.css'

interface Props {
  label: string
  className: string | undefined
  /** Leaves the entry of the history that shows the dialog; called once. */
  onClose: () => void
  /** Called once the dialog is gone and the focus is back where it was. */
  onClosed?: () => void
  /** Called with −1 or 1 for an arrow key. */
  onStep: (by: number) => void
  children: ReactNode
}

const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Closes the full screen that holds the pressed button. */
export const closeFullScreen = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest('dialog')?.close()

/** Renders what is held up, a code or a card, over the whole screen, on white in both themes, and keeps the screen awake. */
export function FullScreenDialog({ label, className, onClose, onClosed, onStep, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isLeft = useRef(false)
  const leave = ({ target, currentTarget }: SyntheticEvent) => {
    // React passes on the events of a dialog inside this one.
    if (isLeft.current || target !== currentTarget) return
    isLeft.current = true
    onClose()
  }
  const afterClose = useEffectEvent(() => onClosed?.())
  useWakeLock()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      // Closing it here returns the focus; the browser's way back has already left the history entry.
      isLeft.current = true
      element?.close()
      afterClose()
    }
  }, [])
  const turn = (event: KeyboardEvent) => {
    const step = KEYS[event.key]
    // With a modifier it is a key of the browser, such as the way back.
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onStep(step)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys work in the whole dialog
    <dialog
      ref={dialog}
      className={cx(styles.full, className)}
      data-theme="light"
      aria-label={label}
      onClose={leave}
      onCancel={(event) => {
        event.preventDefault()
        leave(event)
      }}
      onKeyDown={turn}
    >
      {children}
    </dialog>
  )
}
