import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { LiveCode } from '#data/myPass.ts'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import styles from './passStub.module.css'

/** Renders a ring that turns once in the lifetime of a code; nothing for a code that is not live. */
export function Ring({ code, now }: { code: LiveCode; now: number }) {
  return code.live ? <Turn key={code.madeAt} age={now - code.madeAt} /> : null
}

/**
 * Renders the ring's animation from the age that the code has at the first render; later renders must not restart it.
 */
function Turn({ age: current }: { age: number }) {
  const [age] = useState(() => Math.min(CODE_PERIOD_MS, Math.max(0, current)))
  return (
    <svg className={styles.ring} viewBox="0 0 248 248" aria-hidden>
      <rect x="2" y="2" width="244" height="244" rx="20" />
      <rect x="2" y="2" width="244" height="244" rx="20" pathLength="100" style={{ animationDelay: `${-age}ms` }} />
    </svg>
  )
}

/** Renders the seconds until the next code. A screen reader gets only a constant text, that the code renews itself. */
export function NextIn({ code, now }: { code: LiveCode; now: number }) {
  const { t } = useLingui()
  const seconds = Math.min(CODE_PERIOD_MS / 1000, Math.max(0, Math.ceil((code.nextAt - now) / 1000)))
  return (
    <>
      <span aria-hidden>
        <Trans>New code in {seconds} s</Trans>
      </span>
      <span className="visually-hidden">{t`The code renews itself every 15 seconds`}</span>
    </>
  )
}
