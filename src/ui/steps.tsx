import { Trans } from '@lingui/react/macro'
import { cx } from './cx.ts'
import styles from './state.module.css'

/** Renders the progress through named steps; `current` counts from 0. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  const number = current + 1
  const total = steps.length
  const name = steps[current]
  return (
    <div className={styles.steps}>
      <ol className={styles.bars}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={cx(index <= current && styles.done)}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="visually-hidden">{step}</span>
          </li>
        ))}
      </ol>
      <p className={styles.step}>
        <Trans>
          Step {number} of {total}: {name}
        </Trans>
      </p>
    </div>
  )
}
