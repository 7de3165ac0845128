import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import type { GiftWay } from './-parts/gift/giftForm.tsx'
import { RealCardGiftScreen } from './-parts/gift/realCardGiftScreen.tsx'

export const Route = createFileRoute('/myPage/realCardGift')({
  staticData: { title: msg`Send a card pass as a gift` },
  // Always return the key: an omitted one would keep the unvalidated value of the raw query.
  validateSearch: ({ pass, by }: Record<string, unknown>): { pass?: string | undefined; by?: GiftWay | undefined } => ({
    pass: typeof pass === 'string' && pass !== '' ? pass : undefined,
    by: by === 'member' || by === 'link' ? by : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (search.pass === undefined) throw redirect({ to: '/myPage/realCard', replace: true })
  },
  component: RealCardGift,
})

function RealCardGift() {
  const { pass, by } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RealCardGiftScreen
      chosen={pass}
      by={by}
      onBy={(next) => void navigate({ search: { pass, by: next }, replace: true, resetScroll: false })}
    />
  )
}
