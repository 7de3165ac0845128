import { setRootAttributes, THEME_KEY } from './rootAttributes.ts'

/** Script in the head of each shell: sets what the first paint needs. */

const theme = (): string | null => {
  try {
    return localStorage.getItem(THEME_KEY)
  } catch {
    return null
  }
}

setRootAttributes(document.documentElement, Date.now(), theme())
