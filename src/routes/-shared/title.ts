import { useEffect } from 'react'
import { BRAND } from './layout.ts'

/**
 * Sets the document's title, for screens whose title is data. No-op for undefined. The root passes `useLayoutEffect`,
 * which runs before the effect of a screen with a title of its own.
 */
export const useTitle = (title: string | undefined, useTiming = useEffect): void => {
  useTiming(() => {
    // oxlint-disable-next-line react/immutability -- in an effect, whose kind the caller chooses
    if (title !== undefined) document.title = title === BRAND ? BRAND : `${title} · ${BRAND}`
  }, [title])
}
