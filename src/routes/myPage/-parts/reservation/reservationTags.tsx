import { useLingui } from '@lingui/react/macro'
import {
  BadgeCheck,
  BedDouble,
  CircleCheck,
  CircleSlash,
  Compass,
  Hourglass,
  Star,
  TicketPercent,
  TimerOff,
  Undo2,
  Wallet,
} from 'lucide-react'
import type { Reservation } from '#data/reservations.ts'
import type { IconType } from '#ui/icon.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'

/** Renders the badge of the state of a reservation (spec 4.55). */
export function StateTag({ badge }: Pick<Reservation, 'badge'>) {
  const { t } = useLingui()
  const tags: Record<Reservation['badge'], { text: string; tone: Tone; icon: IconType }> = {
    standby: { text: t`Not paid yet`, tone: 'amber', icon: Wallet },
    standby2: { text: t`Awaiting confirmation`, tone: 'amber', icon: Hourglass },
    confirm: { text: t`Confirmed`, tone: 'kelp', icon: BadgeCheck },
    'cancel-ask': { text: t`Being refunded`, tone: 'amber', icon: Undo2 },
    complete: { text: t`Used`, tone: 'neutral', icon: CircleCheck },
    complete2: { text: t`Reviewed`, tone: 'harbour', icon: Star },
    complete3: { text: t`Cancelled`, tone: 'neutral', icon: CircleSlash },
    complete4: { text: t`Not paid in time`, tone: 'neutral', icon: TimerOff },
  }
  const { text, tone, icon } = tags[badge]
  return (
    <span data-badge={badge}>
      <Tag tone={tone} icon={icon}>
        {text}
      </Tag>
    </span>
  )
}

/** Renders the badge of what was reserved (spec 4.55): tours and activities share one. */
export function TypeTag({ typeBadge }: Pick<Reservation, 'typeBadge'>) {
  const { t } = useLingui()
  const tags: Record<Reservation['typeBadge'], { text: string; icon: IconType }> = {
    hotel: { text: t`Hotel`, icon: BedDouble },
    tour: { text: t`Tour or activity`, icon: Compass },
    voucher: { text: t`Voucher`, icon: TicketPercent },
  }
  const { text, icon } = tags[typeBadge]
  return (
    <span data-badge={typeBadge}>
      <Tag icon={icon}>{text}</Tag>
    </span>
  )
}
