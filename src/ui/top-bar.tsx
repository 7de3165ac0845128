import { useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './state.module.css'

interface Props {
  title: ReactNode
  /** Where back leads when there is no page before this one. */
  back?: LinkProps['to'] | undefined
  actions?: ReactNode
}

/** Goes to the page before, or to `fallback` for a visitor who came straight here. */
export function useBack(fallback: LinkProps['to']): () => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: fallback ?? '/home', replace: true })
  }
}

/** The screen's title (its h1), a way back and its actions. */
export function TopBar({ title, back, actions }: Props) {
  const { t } = useLingui()
  const goBack = useBack(back)
  return (
    <div className={styles.bar}>
      {back && <IconButton icon={ArrowLeft} label={t`Back`} onClick={goBack} />}
      <h1 tabIndex={-1}>{title}</h1>
      {actions}
    </div>
  )
}
