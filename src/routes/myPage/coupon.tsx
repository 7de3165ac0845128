import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import type { COUPON_TABS } from '#contract/calls/coupon.ts'
import { CouponScreen } from './-parts/coupon/couponScreen.tsx'

type Tab = (typeof COUPON_TABS)[number]

export const Route = createFileRoute('/myPage/coupon')({
  staticData: { title: msg`Coupons` },
  // Always return the key: an omitted one would keep the unvalidated value of the raw query.
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: Tab | undefined } => ({
    tab: tab === 'used' ? 'used' : undefined,
  }),
  component: Coupons,
})

function Coupons() {
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CouponScreen
      tab={tab ?? 'usable'}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
    />
  )
}
