import { currentPromotions } from '#contract/rules/promotion.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { usePromotions } from '#data/promotions.ts'
import { BannerCarousel } from './bannerCarousel.tsx'
import { BannersBlank } from './bannersBlank.tsx'

const BANNERS_MAX = 5

/** Renders the promotions that are in progress as a carousel (spec 2.37); nothing when there are none. */
export function Banners() {
  const { status, data } = usePromotions()
  const promotions = currentPromotions(data?.list ?? [], useNow(MINUTE_MS), BANNERS_MAX)
  if (status === 'loading') return <BannersBlank />
  return promotions.length === 0 ? null : <BannerCarousel promotions={promotions} />
}
