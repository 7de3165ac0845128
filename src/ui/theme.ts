/** Light, dark, or what the system says. Kept on this device only; the start-up script reads the same key. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export const THEME_KEY = 'hp-theme'

const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme)

export const storedTheme = (): Theme => {
  try {
    const value = localStorage.getItem(THEME_KEY)
    return isTheme(value) ? value : 'system'
  } catch {
    return 'system' // storage refused: the system's theme is always right
  }
}

export const applyTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

export const setTheme = (theme: Theme): void => {
  applyTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage refused: the choice holds until the page is closed.
  }
}
