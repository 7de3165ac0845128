import { useLingui } from '@lingui/react/macro'
import { Check, Smartphone } from 'lucide-react'
import type { Delivery } from '#data/gifts.ts'
import { useOnline } from '#data/online.ts'
import type { Outcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useToast } from '#ui/useToast.ts'

/**
 * Returns a function that shows a toast with the result of an action; resolves false when it was neither stored nor
 * sent. Never says “sent” before the server has answered (P11).
 */
export const useQueuedToast = (): ((result: Promise<Outcome<Delivery>>) => Promise<boolean>) => {
  const { t } = useLingui()
  const toast = useToast()
  const online = useOnline()
  const errorText = useErrorText()
  return async (result) => {
    const outcome = await result
    if (!outcome.ok) {
      toast({ text: errorText(outcome) })
      return false
    }
    const texts: Record<Delivery, string> = {
      queued: online
        ? t`Saved on this device. Sending now.`
        : t`Saved on this device. It will be sent when you are online.`,
      sent: t`We have received your request.`,
      // Only cancelling a gift that was never sent ends without anything to send.
      nothing: t`Gift cancelled`,
    }
    toast({ text: texts[outcome.data], icon: outcome.data === 'queued' ? Smartphone : Check })
    return true
  }
}
