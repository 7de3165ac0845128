import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GiftScreen } from './-parts/gift/giftScreen.tsx'

export const Route = createFileRoute('/myPage/gift')({
  staticData: { title: msg`Gifts` },
  // Which list, by the call's name for it (spec 3.36). Default: received if a gift is unanswered or none was sent, else
  // sent.
  validateSearch: ({ type }: Record<string, unknown>): { type?: 'sent' | 'received' | undefined } => ({
    type: type === 'sent' || type === 'received' ? type : undefined,
  }),
  component: Gifts,
})

function Gifts() {
  const { type } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <GiftScreen type={type} onType={(next) => void navigate({ search: { type: next }, replace: true })} />
}
