import { onTestFinished } from 'vitest'

/** Lets dialogs return the focus when they close, as browsers do, until the test ends. A dialog that is removed does not. */
export const returnFocusOfDialogs = (): void => {
  const prototype = HTMLDialogElement.prototype
  const { showModal, close } = prototype
  const origins = new WeakMap<HTMLDialogElement, Element | null>()
  Object.assign(prototype, {
    showModal(this: HTMLDialogElement) {
      origins.set(this, document.activeElement)
      showModal.call(this)
      this.querySelector('button')?.focus()
    },
    close(this: HTMLDialogElement) {
      const origin = this.open && this.isConnected ? origins.get(this) : null
      close.call(this)
      if (origin instanceof HTMLElement) origin.focus()
    },
  })
  onTestFinished(() => void Object.assign(prototype, { showModal, close }))
}
