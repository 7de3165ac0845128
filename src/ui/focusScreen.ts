/** Moves the focus to the screen's heading, or to its `<main>`, so that screen readers start there. */
export const focusScreen = (): void => {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
