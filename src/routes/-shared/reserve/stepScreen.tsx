import { Navigate } from '@tanstack/react-router'
import type { ReserveStep } from '#contract/rules/goodsAddress.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { DoneScreen } from './doneScreen.tsx'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import { PayScreen } from './payScreen.tsx'
import { ReserveScreen } from './reserveScreen.tsx'

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

/** Renders a step of a reservation. An address without what the step needs leads to the goods. */
export function StepScreen({ address, goodsId, step, option, priceSn, count, rsvtUid }: StepProps) {
  const kind = useGoodsKind()
  if (step === 'pay' && rsvtUid) return <PayScreen address={address} goodsId={goodsId} rsvtUid={rsvtUid} />
  if (step === 'done' && rsvtUid) return <DoneScreen address={address} goodsId={goodsId} rsvtUid={rsvtUid} />
  const isCounted = count >= QUANTITY_MIN && count <= QUANTITY_MAX
  if (step === 'reserve' && option && priceSn && isCounted)
    return <ReserveScreen address={address} goodsId={goodsId} option={option} priceSn={priceSn} count={count} />
  return <Navigate {...goodsLink(kind, goodsId)} replace />
}
