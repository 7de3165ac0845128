declare global {
  interface Window {
    /** The last button of the shell that was pressed before the application was mounted. */
    earlyTap?: EarlyTap
  }
}

interface EarlyTap {
  name: string
  /** Its place among the buttons of this name, from 0. */
  nth: number
  /** When it was pressed: `performance.now()`, ms. */
  at: number
}

/** How long a press is worth answering, ms: after that its person has gone on to something else. */
export const EARLY_TAP_MS = 10_000

const nameOf = (button: HTMLButtonElement): string => button.ariaLabel ?? button.textContent
const buttonsOf = (name: string) => [...document.querySelectorAll('button')].filter((one) => nameOf(one) === name)

/** Remembers a press on a button of the shell, which has no handlers yet; the application replaces the shell. */
export const rememberTaps = (): void =>
  addEventListener('click', ({ target }) => {
    if (document.documentElement.dataset.app) return
    const button = (target as Element).closest('button')
    if (!button) return
    const name = nameOf(button)
    window.earlyTap = { name, nth: buttonsOf(name).indexOf(button), at: performance.now() }
  })

/** Presses what was pressed in the shell, once the application has mounted. `now`: `performance.now()`, ms. */
export const replayTap = (now: number): void => {
  const tap = window.earlyTap
  if (!tap) return
  delete window.earlyTap
  if (now - tap.at < EARLY_TAP_MS) buttonsOf(tap.name)[tap.nth]?.click()
}
