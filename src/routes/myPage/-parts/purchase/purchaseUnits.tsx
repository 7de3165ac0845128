import { Trans } from '@lingui/react/macro'
import { Gift } from 'lucide-react'
import type { PurchaseDetail } from '#data/purchases.ts'
import { Tag } from '#ui/tag.tsx'
import { State } from '../passSky.tsx'
import { RefundTag } from './purchaseTags.tsx'
import styles from './purchase.module.css'

/** Renders the passes of a purchase, each with its state. The buyer does not learn how a given pass is used. */
export function PurchaseUnits({ purchase: { kind, units, refunds } }: { purchase: PurchaseDetail }) {
  if (kind !== 'pass' || units.length === 0) return null
  return (
    <section className={styles.block}>
      <h2>
        <Trans>Passes</Trans>
      </h2>
      <ol className={styles.units}>
        {units.map(({ passUid, state, gift }, index) => {
          const request = refunds.findLast(({ passUids }) => passUids.includes(passUid))
          const nth = index + 1
          return (
            <li key={passUid}>
              <span>
                <Trans>Pass {nth}</Trans>
              </span>
              <span className={styles.tags}>
                {request && <RefundTag state={request.state} />}
                {state === null ? (
                  <Tag icon={Gift}>
                    <Trans>Given as a gift</Trans>
                  </Tag>
                ) : gift === 'sent' ? (
                  <Tag tone="amber" icon={Gift}>
                    <Trans>Gift pending</Trans>
                  </Tag>
                ) : (
                  !(request && state === 'refund') && (
                    <Tag tone={state === 'unused' ? 'harbour' : 'neutral'}>
                      <State state={state} />
                    </Tag>
                  )
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
