import { isClaimed } from '#contract/rules/passState.ts'
import type { ShownPass } from '#data/myPass.ts'
import { lazyPart } from '../../../-shared/lazyPart.tsx'
import styles from './startNow.module.css'

const StartNowLine = lazyPart(async () => (await import('./startNowLine.tsx')).StartNowLine)

/**
 * Renders whether to start an unused 24H or 48H pass now, or nothing. A pass that counts its entries lasts for days and
 * has time for them; while another pass is in use, the visit of the city has begun.
 */
export function StartNow({ passes }: { passes: readonly ShownPass[] }) {
  if (passes.some(({ state }) => state === 'in_use')) return null
  const pass = passes.find((each) => each.state === 'unused' && each.allowance === null && !isClaimed(each))
  return pass ? (
    // Keeps the room of the line, which comes later.
    <div className={styles.slot} data-start-now>
      <StartNowLine pass={pass} />
    </div>
  ) : null
}
