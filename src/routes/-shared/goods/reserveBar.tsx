import { Plural, Trans } from '@lingui/react/macro'
import { CalendarCheck } from 'lucide-react'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { useOnline } from '#data/online.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { ApproximatePrice } from '../currency/approximatePrice.tsx'
import frame from '../detail/detail.module.css'
import styles from './goods.module.css'
import { SLOTS_ID } from './slotChoice.tsx'
import type { GoodsChoice } from './useGoodsChoice.ts'

/** Renders the total and the one main button: to what is still to choose, then to reserving. */
export function ReserveBar({ choice }: { choice: GoodsChoice }) {
  const { price } = useFormat()
  const isOnline = useOnline()
  const { goods, total, count, nights, offer } = choice
  const isVoucher = goods.kind === 'voucher'
  const isSoldOut = isVoucher && choice.isGone
  const cheapest = price(goods.price)
  const leadToSlots = (): void => {
    const heading = document.querySelector<HTMLElement>(`#${SLOTS_ID}`)
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <ActionBar className={styles.bar}>
      {offer && <Chosen choice={choice} startsAt={offer.startsAt} />}
      <p className={frame.price}>
        {total === null ? (
          <>
            <span>{goods.kind === 'hotel' && <Trans>per night</Trans>}</span>
            <strong>
              <Trans>from {cheapest}</Trans>
            </strong>
          </>
        ) : (
          <>
            <span>
              {goods.kind === 'hotel' ? (
                <>
                  <Plural value={nights} one="# night" other="# nights" />
                  {count > 1 && (
                    <>
                      {' × '}
                      <Plural value={count} one="# room" other="# rooms" />
                    </>
                  )}
                </>
              ) : (
                count > 1 && (
                  <>
                    {price(total / count)} × {count}
                  </>
                )
              )}
            </span>
            <strong role="status">{price(total)}</strong>
            <ApproximatePrice krw={total} />
          </>
        )}
      </p>
      {offer || isVoucher ? (
        <Button icon={CalendarCheck} disabled={!isOnline || !offer} onClick={choice.reserve}>
          {isSoldOut ? <Trans>Sold out</Trans> : <Trans>Reserve</Trans>}
        </Button>
      ) : (
        <Button disabled={!isOnline} onClick={leadToSlots}>
          {goods.kind === 'hotel' ? <Trans>Choose dates</Trans> : <Trans>Choose a time</Trans>}
        </Button>
      )}
    </ActionBar>
  )
}

/** Renders what was chosen, on wide screens, where the bar stands beside the choice. */
function Chosen({ choice, startsAt }: { choice: GoodsChoice; startsAt: number }) {
  const { date, time } = useFormat()
  const { goods, option, departure } = choice
  const begin = date(startsAt, 'short')
  return (
    <div className={styles.chosen}>
      <b>{option?.optionNm}</b>
      {goods.kind === 'hotel' && departure !== null && (
        <span>
          {begin} – {date(koreanDayStart(departure), 'short')}
        </span>
      )}
      {(goods.kind === 'tour' || goods.kind === 'activity') && (
        <span>
          {begin}, {time(startsAt)}
        </span>
      )}
    </div>
  )
}
