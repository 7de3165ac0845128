import { useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { use, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './state.module.css'
import { TitleRowTools } from './titleRowTools.ts'

interface Props {
  title: ReactNode
  /** Target of the back button when the history has no previous page. */
  back?: LinkProps['to'] | undefined
  /** Stand at the end of the row: buttons, a count, dots. */
  actions?: ReactNode
  /** On phones the row takes the place of the brand row. Default: below the first level, where `back` is set. */
  replacesHeader?: boolean
  /** A line under the title; its height is reserved, so that it may appear and vanish. */
  children?: ReactNode
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

/** Renders the screen's title (its h1), a back button where `back` is set, a line under it, and actions. */
export function TopBar({ title, back, actions, replacesHeader = back !== undefined, children }: Props) {
  const { t } = useLingui()
  const goBack = useBack(back)
  const tools = use(TitleRowTools)
  return (
    <div className={styles.bar} data-title-row={replacesHeader || undefined}>
      {back && <IconButton icon={ArrowLeft} label={t`Back`} onClick={goBack} />}
      <h1 tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {replacesHeader && <div className={styles.tools}>{tools}</div>}
      {actions}
      {children && <div className={styles.under}>{children}</div>}
    </div>
  )
}
