import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'

/**
 * Renders what a pass saves, KRW; of a negative saving that it costs more than the gates. “About”, because the prices
 * at the gates are approximate.
 */
export function SavingText({ savingKrw }: { savingKrw: number }) {
  const { price } = useFormat()
  const amount = price(Math.abs(savingKrw))
  if (savingKrw > 0) return <Trans>You save about {amount}</Trans>
  if (savingKrw === 0) return <Trans>The pass costs about as much as at the gates</Trans>
  return <Trans>Here the pass costs about {amount} more than at the gates</Trans>
}
