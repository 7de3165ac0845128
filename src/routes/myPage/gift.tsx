import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GIFT_TYPES } from '#contract/calls/gift.ts'
import { GiftScreen } from './-parts/gift/gift-screen.tsx'

export type GiftType = (typeof GIFT_TYPES)[number]

export const Route = createFileRoute('/myPage/gift')({
  staticData: { title: msg`Gifts` },
  validateSearch: ({ type }: Record<string, unknown>): { type?: GiftType | undefined } => ({
    type: GIFT_TYPES.find((each) => each === type),
  }),
  component: Gifts,
})

function Gifts() {
  const { type } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <GiftScreen type={type} onType={(next) => void navigate({ search: { type: next }, replace: true })} />
}
