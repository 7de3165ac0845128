import { dress, THEME_KEY } from './hour.ts'

/** Script in the head of each shell: sets what the first paint needs. */

const theme = (): string | null => {
  try {
    return localStorage.getItem(THEME_KEY)
  } catch {
    return null
  }
}

dress(document.documentElement, Date.now(), theme())
