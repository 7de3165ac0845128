import { Plural, Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CalendarX, Coins, Heart, RotateCw, Ticket, TicketPercent } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WithdrawalInfo } from '#data/withdrawal.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import screen from '../../../-shared/screen.module.css'
import styles from './account.module.css'

/** Renders what is lost with the account, each pass and reservation by itself. */
export function Losses({ withdrawal: { passes, reservations, coupons, points } }: { withdrawal: WithdrawalInfo }) {
  const { date } = useFormat()
  return (
    <section className={styles.section} aria-labelledby="losses">
      <h2 id="losses">
        <Trans>What you will lose</Trans>
      </h2>
      <p className={screen.lead}>
        <Trans>Deleting your account cannot be undone. You will be signed out everywhere immediately.</Trans>
      </p>
      <ul className={screen.iconRows}>
        {passes.map((pass) => {
          const until = date(pass.expiresAt ?? pass.validUntil, 'long')
          return (
            <Row key={pass.passUid} icon={Ticket}>
              <strong>{pass.name ?? pass.passType}</strong>
              <br />
              {pass.state === 'in_use' ? (
                <Trans>Pass in use, valid until {until}</Trans>
              ) : (
                <Trans>Unused pass, can be activated until {until}</Trans>
              )}
            </Row>
          )
        })}
        {reservations.map(({ rsvtUid, rsvtNumber, endsAt }) => {
          const until = date(endsAt, 'long')
          return (
            <Row key={rsvtUid} icon={CalendarX}>
              <strong>{rsvtNumber}</strong>
              <br />
              <Trans>Reservation until {until}</Trans>
            </Row>
          )
        })}
        {coupons > 0 && (
          <Row icon={TicketPercent}>
            <Plural value={coupons} one="# coupon that you can still use" other="# coupons that you can still use" />
          </Row>
        )}
        {points > 0 && (
          <Row icon={Coins}>
            <Plural value={points} one="# point" other="# points" />
          </Row>
        )}
        <Row icon={Heart}>
          <Trans>Your favourites, visits, inquiries and details, on all your devices</Trans>
        </Row>
      </ul>
      <p className={screen.second}>
        <Trans>As the law requires, payment records with the buyer’s details are kept separately for 5 years.</Trans>
      </p>
    </section>
  )
}

function Row({ icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <li>
      <Icon of={icon} />
      <span>{children}</span>
    </li>
  )
}

type Block = WithdrawalInfo['blocks'][number]
/** Where the member can end what blocks the deletion, or see how far it is; null where only time does. */
const WAYS: Record<Block, { to: NonNullable<LinkProps['to']>; label: ReactNode } | null> = {
  E_WITHDRAW_PAYMENT: null,
  E_WITHDRAW_REFUND: { to: '/myPage/purchaseHistory', label: <Trans>Purchase History</Trans> },
  E_WITHDRAW_GIFT: { to: '/myPage/gift', label: <Trans>Gifts</Trans> },
  E_WITHDRAW_BOOKING: { to: '/service/inquiry', label: <Trans>Contact us</Trans> },
}

/** Renders what must end before the account can be deleted, each with the way there. */
export function Blocks({ blocks, busy, onRetry }: { blocks: readonly Block[]; busy: boolean; onRetry: () => void }) {
  const errorText = useErrorText()
  return (
    <section className={styles.section} aria-labelledby="blocks">
      <h2 id="blocks">
        <Trans>You cannot delete your account yet</Trans>
      </h2>
      {blocks.map((block) => {
        const way = WAYS[block]
        return (
          <Banner
            key={block}
            tone="amber"
            role="status"
            action={
              way && (
                <Link to={way.to} className={screen.link}>
                  {way.label}
                </Link>
              )
            }
          >
            {errorText(block)}
          </Banner>
        )
      })}
      <Button kind="outline" icon={RotateCw} full busy={busy} onClick={onRetry}>
        <Trans>Check again</Trans>
      </Button>
    </section>
  )
}
