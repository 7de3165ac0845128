import { Trans } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './state.module.css'

interface EmptyProps {
  scene?: ReactNode
  title: ReactNode
  /** The screen has no other title: this is its h1. */
  only?: boolean
  text?: ReactNode
  /** The next step: buttons, the main one first. */
  actions?: ReactNode
}

/** Nothing here yet: picture, sentence, next step. */
export function EmptyState({ scene, title, only = false, text, actions }: EmptyProps) {
  return (
    <div className={styles.state}>
      {scene && <div className={styles.scene}>{scene}</div>}
      {only ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
      {text && <p className={styles.text}>{text}</p>}
      {actions && <div className={styles.stack}>{actions}</div>}
    </div>
  )
}

interface ErrorProps extends EmptyProps {
  onRetry?: () => void
  busy?: boolean
  /** What support needs to hear. */
  code?: ReactNode
}

/** What happened, and a way out. */
export function ErrorState({ onRetry, busy = false, code, actions, ...rest }: ErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        {...rest}
        actions={
          <>
            {onRetry && (
              <Button icon={RotateCw} onClick={onRetry} busy={busy} full>
                <Trans>Try again</Trans>
              </Button>
            )}
            {actions}
            {code && <p className={styles.code}>{code}</p>}
          </>
        }
      />
    </div>
  )
}
