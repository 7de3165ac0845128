import type { ReactNode } from 'react'
import { useErrorText } from '#i18n/errors.ts'
import { Banner } from '#ui/banner.tsx'
import type { IconType } from '#ui/icon.tsx'

interface Props {
  /** Code of the refusal; null draws nothing. */
  code: string | null
  icon?: IconType | undefined
  /** What the visitor can do about it, at the end of the banner. */
  action?: ReactNode
  /** A sentence that says more than the one of the code. */
  children?: ReactNode
}

/** Says why the last attempt was refused, read out at once (specification 8). */
export function FailureBanner({ code, icon, action, children }: Props) {
  const errorText = useErrorText()
  if (!code) return null
  return (
    <Banner tone="red" role="alert" icon={icon} action={action}>
      {children || errorText(code)}
    </Banner>
  )
}
