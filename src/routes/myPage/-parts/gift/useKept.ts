import { useLingui } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { useOnline } from '#data/online.ts'
import type { Outcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/errors.ts'
import { useToast } from '#ui/useToast.ts'

/** Says what became of a wish: kept on this phone, never “sent” before a server has said so. True: it is kept. */
export const useKept = (): ((kept: Promise<Outcome<null>>) => Promise<boolean>) => {
  const { t } = useLingui()
  const toast = useToast()
  const online = useOnline()
  const errorText = useErrorText()
  return async (kept) => {
    const outcome = await kept
    const text = !outcome.ok
      ? errorText(outcome.code)
      : online
        ? t`Saved on this phone. Sending now.`
        : t`Saved on this phone. It will be sent when you are online.`
    toast({ text, ...(outcome.ok && { icon: Smartphone }) })
    return outcome.ok
  }
}
