import { hourOf } from '#art/hour.ts'

/** Key of the chosen theme in local storage: `light`, `dark`, or nothing to follow the phone. */
export const THEME_KEY = 'hp-theme'

/** The hour in Busan and the chosen theme stand on `<html>` before anything is painted. */
export const dress = (root: HTMLElement, now: number, theme: string | null): void => {
  root.dataset.hour = hourOf(now)
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
}
