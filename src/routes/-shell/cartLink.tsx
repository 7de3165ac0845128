import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './goodsLinks.module.css'

/** The address of the cart. A text, so that the frame compiles without its screen. */
const CART: string = '/cart'

/** Renders the cart's button in the list of the goods types, with its number of lines; nothing for an empty cart. */
export function CartLink({ count, onLeave }: { count: number; onLeave?: (() => void) | undefined }) {
  if (count === 0) return null
  return (
    <li>
      <Link to={CART} className={styles.tile} onClick={onLeave}>
        <Icon of={ShoppingCart} size={20} />
        <Trans>Cart</Trans>{' '}
        <Tag tone="harbour">
          <span aria-hidden>{count > 99 ? '99+' : count}</span>
          <span className="visually-hidden">
            <Plural value={count} one="# item" other="# items" />
          </span>
        </Tag>
      </Link>
    </li>
  )
}
