import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Stamp, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { GROUPS } from '#contract/codes.ts'
import { serverNow } from '#data/clock.ts'
import type { ShownPass } from '#data/myPass.ts'
import { useFormat } from '#i18n/format.ts'
import { useToast } from '#ui/useToast.ts'
import type { Landing } from './landingOf.ts'

const SHAKE_MS = 80

/** Shakes the phone where it can. Browsers refuse it, and write an error, before the person has touched the page. */
const shake = (): void => {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(SHAKE_MS)
}

/** Says once what a landing means, in the live region of toasts, and shakes the phone (L21, L22). */
export const useLandingToast = (landing: Landing | null, { allowance, expiresAt }: ShownPass): void => {
  const { t } = useLingui()
  const { duration } = useFormat()
  const toast = useToast()
  const welcome = (place: string): string => {
    if (allowance) {
      const entries = GROUPS.reduce(
        (sum, group) => sum + Math.max(0, allowance[group].total - allowance[group].used),
        0,
      )
      return t`Welcome to ${place} · ${plural(entries, { 0: 'that was your last entry', one: '# entry left', other: '# entries left' })}`
    }
    if (expiresAt === null) return t`Welcome to ${place}`
    const time = duration(expiresAt - serverNow())
    return t`Welcome to ${place} · ${time} left`
  }
  const announce = useEffectEvent(({ kind, entry: { name } }: Landing) => {
    if (kind === 'undone')
      return toast({ text: t`Your entry to ${name} was undone. It no longer counts.`, icon: Undo2, place: 'top' })
    toast({ text: welcome(name), icon: Stamp, place: 'top' })
    shake()
  })
  useEffect(() => {
    if (landing) announce(landing)
  }, [landing])
}
