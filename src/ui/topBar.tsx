import { useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './state.module.css'

interface Props {
  title: ReactNode
  /** Target of the back button when the history has no previous page. */
  back?: LinkProps['to'] | undefined
  actions?: ReactNode
}

/** Returns a function that goes to the previous page, or to `fallback` if the visitor opened this page directly. */
export function useBack(fallback: LinkProps['to']): () => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: fallback ?? '/home', replace: true })
  }
}

/** Renders the screen's title (its h1), a back button where `back` is set, and actions. */
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
