import { useLingui } from '@lingui/react/macro'
import { useToast } from '#ui/useToast.ts'

/**
 * Returns a function that shares a page by the share sheet of the phone, or else copies its link. `url` defaults to the
 * current address. A toast confirms the copy, and says when neither was possible.
 */
export const useShare = (): ((title: string, url?: string) => Promise<void>) => {
  const { t } = useLingui()
  const toast = useToast()
  return async (title, url = location.href) => {
    try {
      if ('share' in navigator) await navigator.share({ title, url })
      else {
        await (navigator as Navigator).clipboard.writeText(url)
        toast({ text: t`Link copied` })
      }
    } catch (error) {
      // AbortError: the visitor closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast({ text: t`This page could not be shared. Try again.` })
    }
  }
}
