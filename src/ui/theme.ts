/** Light, dark, or the system's theme. Stored on this device only; the start-up script reads the same key. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export const THEME_KEY = 'hp-theme'

const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme)

/** Returns the stored theme, `system` where none is stored. */
export const storedTheme = (): Theme => {
  try {
    const value = localStorage.getItem(THEME_KEY)
    return isTheme(value) ? value : 'system'
  } catch {
    return 'system' // storage unavailable
  }
}

/** Sets the theme on the page without storing it. */
export const applyTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

/** Sets the theme on the page and stores it. */
export const setTheme = (theme: Theme): void => {
  applyTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage unavailable: the theme applies until the page is closed.
  }
}
