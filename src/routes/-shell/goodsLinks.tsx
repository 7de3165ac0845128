import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TicketCheck } from 'lucide-react'
import {
  badgeOf,
  GOODS_TYPES_WITH_BADGE,
  type GoodsBadge,
  type GoodsTypeWithBadge,
} from '#contract/rules/goodsBadge.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCartLineCount } from '#data/cart.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { Icon, type IconType } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { KIND_ICONS, KIND_NAMES } from '../-shared/goods/goodsNames.ts'
import { CartLink } from './cartLink.tsx'
import styles from './goodsLinks.module.css'

const NAMES: Record<GoodsTypeWithBadge, MessageDescriptor> = { ...KIND_NAMES, pass: msg`Passes` }
const ICONS: Record<GoodsTypeWithBadge, IconType> = { ...KIND_ICONS, pass: TicketCheck }
const BADGE_NAMES: Record<GoodsBadge['badge'], MessageDescriptor> = {
  new: msg({ message: 'New', context: 'badge of a kind of offers in the menu' }),
  hot: msg({ message: 'Hot', context: 'badge of a kind of offers in the menu' }),
}

/**
 * Renders the buttons of the goods types with their badges, and of the cart (spec 2.44), for the side navigation and the
 * menu. `onLeave` is called when one is pressed.
 */
export function GoodsLinks({ onLeave }: { onLeave?: () => void }) {
  const { t, i18n } = useLingui()
  const badges = useCatalogue().data?.goodsBadges
  const now = useNow(MINUTE_MS)
  const count = useCartLineCount()
  return (
    <ul aria-label={t`Types of offer`} className={styles.goods}>
      {GOODS_TYPES_WITH_BADGE.map((kind) => {
        const badge = badgeOf(badges, kind, now)
        return (
          <li key={kind}>
            <Link to={`/${kind}`} className={styles.tile} onClick={onLeave}>
              <Icon of={ICONS[kind]} size={20} />
              {i18n._(NAMES[kind])}
              {badge && (
                <>
                  {' '}
                  <Tag tone={badge === 'new' ? 'camellia' : 'amber'}>{i18n._(BADGE_NAMES[badge])}</Tag>
                </>
              )}
            </Link>
          </li>
        )
      })}
      <CartLink count={count} onLeave={onLeave} />
    </ul>
  )
}
