import { Trans } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './state.module.css'

interface EmptyProps {
  scene?: ReactNode
  title: ReactNode
  /** Renders the title as the screen's h1, where it has no other title. */
  isScreenTitle?: boolean
  text?: ReactNode
  /** Buttons for the next step, the main one first. */
  actions?: ReactNode
}

/** Renders an empty state: picture, title, text and next steps. */
export function EmptyState({ scene, title, isScreenTitle = false, text, actions }: EmptyProps) {
  return (
    <div className={styles.state}>
      {scene && <div className={styles.scene}>{scene}</div>}
      {isScreenTitle ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
      {text && <p className={styles.text}>{text}</p>}
      {actions && <div className={styles.stack}>{actions}</div>}
    </div>
  )
}

interface ErrorProps extends EmptyProps {
  onRetry?: (() => void) | undefined
  busy?: boolean
  /** Error code or reference to quote to support. */
  code?: ReactNode
}

/** Renders an error state, announced as an alert, with a retry button where `onRetry` is set. */
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
