import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BedDouble, Compass, Ticket, Waves } from 'lucide-react'
import type { GOODS_CATEGORIES, GoodsKind } from '#contract/codes.ts'
import type { IconType } from '#ui/icon.tsx'

/** Titles of the four lists. */
export const KIND_NAMES: Record<GoodsKind, MessageDescriptor> = {
  hotel: msg`Hotels`,
  tour: msg`Tours`,
  activity: msg`Activities`,
  voucher: msg({ message: 'Vouchers', context: 'goods for sale' }),
}

export const KIND_ICONS: Record<GoodsKind, IconType> = {
  hotel: BedDouble,
  tour: Compass,
  activity: Waves,
  voucher: Ticket,
}

type GoodsCategory = (typeof GOODS_CATEGORIES)[keyof typeof GOODS_CATEGORIES][number]

const CATEGORY_NAMES: Record<GoodsCategory, MessageDescriptor> = {
  tour_day: msg({ id: 'code.category.tour_day', message: 'Day tours' }),
  tour_short: msg({ id: 'code.category.tour_short', message: 'Short tours' }),
  tour_night: msg({ id: 'code.category.tour_night', message: 'Evening tours' }),
  activity_water: msg({ id: 'code.category.activity_water', message: 'On the water' }),
  activity_class: msg({ id: 'code.category.activity_class', message: 'Classes' }),
  activity_leisure: msg({ id: 'code.category.activity_leisure', message: 'Wellness and sports' }),
  voucher_travel: msg({ id: 'code.category.voucher_travel', message: 'Transport, luggage and data' }),
  voucher_food: msg({ id: 'code.category.voucher_food', message: 'Food and drinks' }),
  voucher_entry: msg({ id: 'code.category.voucher_entry', message: 'Attraction tickets' }),
}
const isCategory = (code: string): code is GoodsCategory => code in CATEGORY_NAMES

/** Returns the name of a category of goods: the stars of a hotel, `4 stars`; empty for an unknown code. */
export const useCategoryName = (): ((code: string) => string) => {
  const { t, i18n } = useLingui()
  return (code) => {
    const stars = Number(/^hotel_(\d)$/.exec(code)?.[1])
    if (stars > 0) return t({ id: 'code.stars', message: `${stars}-star hotel` })
    return isCategory(code) ? i18n._(CATEGORY_NAMES[code]) : ''
  }
}
