import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'

/**
 * Renders what a pass saves, KRW; for a negative saving, that the pass costs more than the tickets at the gates. It
 * says “about”, because the prices at the gates are approximate.
 */
export function SavingText({ savingKrw }: { savingKrw: number }) {
  const { price } = useFormat()
  const amount = price(Math.abs(savingKrw))
  if (savingKrw > 0) return <Trans>You save about {amount}</Trans>
  if (savingKrw === 0) return <Trans>The pass costs about as much as paying at the gates</Trans>
  return <Trans>The pass costs about {amount} more than paying at the gates</Trans>
}
