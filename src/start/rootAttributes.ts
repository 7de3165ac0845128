import { hourOf } from '#art/hour.ts'

/** Key in local storage of the chosen theme: `light`, `dark`, or absent to follow the phone. */
export const THEME_KEY = 'hp-theme'

/** Sets the hour in Busan and the chosen theme on `root`. `now` in ms UTC. */
export const setRootAttributes = (root: HTMLElement, now: number, theme: string | null): void => {
  root.dataset.hour = hourOf(now)
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
}
