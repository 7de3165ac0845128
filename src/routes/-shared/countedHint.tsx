import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { graphemes } from '#contract/rules/text.ts'
import { useFormat } from '#i18n/format.ts'
import styles from './countedHint.module.css'

interface Props {
  /** What was typed. */
  text: string
  /** Most graphemes. */
  max: number
  children: ReactNode
}

/** Renders the hint of a text field, with the count of what was typed. */
export function CountedHint({ text, max, children }: Props) {
  const { number } = useFormat()
  const count = number(graphemes(text))
  const most = number(max)
  return (
    <span className={styles.hint}>
      {children}
      <span>
        <Trans>
          {count} of {most}
        </Trans>
      </span>
    </span>
  )
}
