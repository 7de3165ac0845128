import { dress, THEME_KEY } from './hour.ts'

/** In the head of each shell: what must stand before the first paint. */

const theme = (): string | null => {
  try {
    return localStorage.getItem(THEME_KEY)
  } catch {
    return null
  }
}

dress(document.documentElement, Date.now(), theme())
