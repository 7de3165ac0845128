import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './goodsLinks.module.css'

/** Renders the cart's button in the list of the goods types, with its number of lines unless it is empty. */
export function CartLink({ count, onLeave }: { count: number; onLeave?: (() => void) | undefined }) {
  return (
    <li>
      <Link to="/cart" className={styles.tile} onClick={onLeave}>
        <Icon of={ShoppingCart} size={20} />
        <Trans>Cart</Trans>
        {count > 0 && (
          <>
            {' '}
            <Tag tone="harbour">
              <span aria-hidden>{count > 99 ? '99+' : count}</span>
              <span className="visually-hidden">
                <Plural value={count} one="# item" other="# items" />
              </span>
            </Tag>
          </>
        )}
      </Link>
    </li>
  )
}
