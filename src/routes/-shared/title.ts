import { useEffect } from 'react'
import { BRAND } from './layout.ts'

/** Sets the document's title, for screens whose title is data. No-op for undefined. */
export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title !== undefined) document.title = title === BRAND ? BRAND : `${title} · ${BRAND}`
  }, [title])
}
