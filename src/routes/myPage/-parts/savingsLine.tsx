import { Trans } from '@lingui/react/macro'
import type { MyPass } from '#contract/calls/mypage.ts'
import { savingsOf } from '#contract/rules/savings.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import styles from './portholes.module.css'

/** Renders what the places visited cost without the pass, beside what the pass cost; nothing before the first visit. */
export function SavingsLine({ pass }: { pass: MyPass }) {
  const { price } = useFormat()
  const savings = savingsOf(pass, useCatalogue().data?.attractions ?? [])
  if (!savings) return null
  const tickets = price(savings.ticketsKrw)
  const paid = savings.paidKrw === null ? null : price(savings.paidKrw)
  return (
    <p className={styles.savings}>
      {paid === null ? (
        savings.isExact ? (
          <Trans>
            <b>{tickets}</b> worth of tickets used
          </Trans>
        ) : (
          <Trans>
            About <b>{tickets}</b> worth of tickets used
          </Trans>
        )
      ) : savings.isExact ? (
        <Trans>
          <b>{tickets}</b> worth of tickets with a {paid} pass
        </Trans>
      ) : (
        <Trans>
          About <b>{tickets}</b> worth of tickets with a {paid} pass
        </Trans>
      )}
    </p>
  )
}
