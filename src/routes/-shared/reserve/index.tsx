import { useLingui } from '@lingui/react/macro'
import { LoadingLine } from '#ui/skeleton.tsx'
import { lazyPart } from '../lazyPart.tsx'
import type { ReserveStep } from '#contract/rules/goodsAddress.ts'

export interface StepProps {
  /** The `data-screen` of the goods. */
  address: string
  goodsId: string
  step: ReserveStep
  option: string | undefined
  priceSn: string | undefined
  count: number
  rsvtUid: string | undefined
}

function Loading({ address }: StepProps) {
  const { t } = useLingui()
  return (
    <main data-screen={address}>
      <LoadingLine label={t`Loading the reservation`} />
    </main>
  )
}

/** Renders the step of a reservation that the address names; its code is fetched at its first use. */
export const StepScreen = lazyPart<StepProps>(async () => (await import('./stepScreen.tsx')).StepScreen, Loading, true)
