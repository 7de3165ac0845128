import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import type { GiftWay } from './-parts/gift/giftForm.tsx'
import { MyPassGiftScreen } from './-parts/gift/myPassGiftScreen.tsx'

export const Route = createFileRoute('/myPage/myPassGift')({
  staticData: { title: msg`Send a pass as a gift` },
  // Always return the key: an omitted one would keep the unvalidated value of the raw query.
  validateSearch: ({ pass, by }: Record<string, unknown>): { pass?: string | undefined; by?: GiftWay | undefined } => ({
    pass: typeof pass === 'string' ? pass : undefined,
    by: by === 'member' || by === 'link' ? by : undefined,
  }),
  component: MyPassGift,
})

function MyPassGift() {
  const { pass, by } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MyPassGiftScreen
      chosen={pass}
      by={by}
      onBy={(next) => void navigate({ search: { pass, by: next }, replace: true, resetScroll: false })}
    />
  )
}
