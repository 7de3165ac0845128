import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Gift } from 'lucide-react'
import { useGifts } from '#data/gifts.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './member.module.css'

/** Renders a link to the received gifts that the member has not answered; nothing when there are none. */
export function GiftWaiting() {
  const waiting = useGifts().received.filter(({ state, wish }) => state === 'sent' && wish === null)
  const [first] = waiting
  if (!first) return null
  const { passType } = first
  const giver = first.sender.name || first.sender.id
  return (
    <Link to="/myPage/gift" search={{ type: 'received' }} className={styles.gift} data-product={passType}>
      <Icon of={Gift} />
      <span>
        <b>
          <Plural value={waiting.length} one="A gift is waiting for you" other="# gifts are waiting for you" />
        </b>
        {giver ? (
          <Trans>
            {passType} pass from {giver}
          </Trans>
        ) : (
          <Trans>{passType} pass</Trans>
        )}
      </span>
      <Icon of={ChevronRight} size={20} />
    </Link>
  )
}
