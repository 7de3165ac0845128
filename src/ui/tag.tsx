import { Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleAlert, RefreshCw, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'

export type Tone = 'kelp' | 'amber' | 'red' | 'harbour' | 'neutral' | 'camellia'

/** Renders a short label with a tone. Colour is never the only carrier of its meaning. */
export function Tag({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: IconType; children: ReactNode }) {
  return (
    <span className={cx(styles.tag, tone !== 'neutral' && styles[tone])}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  )
}

/** State of a queued action, as its chip shows it. */
export type WaitingState = 'saved' | 'sending' | 'refused'

interface WaitingChipProps {
  state: WaitingState
  onExplain?: (() => void) | undefined
  /** Address of the screen with the reason. */
  to?: LinkProps['to']
}

/**
 * Renders the state of a queued action. The chip of a refused one is a button to its reason where `onExplain` is set,
 * or a link where `to` is.
 */
export function WaitingChip({ state, onExplain, to }: WaitingChipProps) {
  if (state === 'refused') {
    const inner = (
      <>
        <Icon of={CircleAlert} size={14} />
        <Trans>Not sent, see why</Trans>
      </>
    )
    if (to !== undefined) {
      return (
        <Link to={to} className={cx(styles.tag, styles.red)}>
          {inner}
        </Link>
      )
    }
    return onExplain ? (
      <button type="button" className={cx(styles.tag, styles.red)} onClick={onExplain}>
        {inner}
      </button>
    ) : (
      <span className={cx(styles.tag, styles.red)}>{inner}</span>
    )
  }
  return state === 'saved' ? (
    <Tag tone="amber" icon={Smartphone}>
      <Trans>Saved on this device</Trans>
    </Tag>
  ) : (
    <Tag tone="amber" icon={RefreshCw}>
      <Trans>Sending</Trans>
    </Tag>
  )
}
