interface StepProps {
  /** The `data-screen` of the goods. */
  address: string
  goodsId: string
  step: 'reserve' | 'pay' | 'done'
  option: string | undefined
  priceSn: string | undefined
  count: number
  rsvtUid: string | undefined
}

/** Renders a step of reserving goods. */
export function StepScreen({ address }: StepProps) {
  return <main data-screen={address} />
}
