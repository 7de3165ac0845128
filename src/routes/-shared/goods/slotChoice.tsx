import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Users } from 'lucide-react'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { slotDate } from '#contract/rules/priceSn.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { useOnline } from '#data/online.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { Stepper } from '#ui/stepper.tsx'
import frame from '../detail/detail.module.css'
import { FailureBanner } from '../failureBanner.tsx'
import styles from './goods.module.css'
import { Calendar, CalendarBlank } from './lazyCalendar.tsx'
import { ForPeople, OnlyLeft } from './unitTexts.tsx'
import type { GoodsChoice } from './useGoodsChoice.ts'

/** Id of the heading over the dates, to which the main button leads while something is to be chosen. */
export const SLOTS_ID = 'goods-slots'

/** Renders the choice of nights, or of a day and a time of departure, and of the count. */
export function SlotChoice({ choice }: { choice: GoodsChoice }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const { goods, slots, failure, isGone, reload } = choice
  const isVoucher = goods.kind === 'voucher'
  return (
    <section className={frame.section} aria-labelledby={SLOTS_ID}>
      <h2 id={SLOTS_ID} tabIndex={-1} className={styles.target}>
        {goods.kind === 'hotel' ? (
          <Trans>When are you staying?</Trans>
        ) : isVoucher ? (
          <Trans>How many?</Trans>
        ) : (
          <Trans>When are you going?</Trans>
        )}
      </h2>
      {isGone && (
        <Banner tone="amber" role="status">
          {isVoucher ? (
            <Trans>Sold out for now.</Trans>
          ) : (
            <Trans>What you chose is no longer available. Choose another date or time.</Trans>
          )}
        </Banner>
      )}
      {slots ? (
        <div className={styles.slots}>
          {!isVoucher && <Dates choice={choice} />}
          {goods.kind !== 'hotel' && !isVoucher && <Times choice={choice} />}
          <Count choice={choice} />
        </div>
      ) : !isOnline ? (
        <Banner tone="amber">
          <Trans>You are offline. You can check availability and reserve once you are online.</Trans>
        </Banner>
      ) : failure ? (
        <FailureBanner failure={failure} onRetry={reload} />
      ) : (
        <>
          <LoadingLine label={t`Loading availability`} />
          <CalendarBlank />
        </>
      )}
    </section>
  )
}

function Dates({ choice }: { choice: GoodsChoice }) {
  const { t } = useLingui()
  const { date } = useFormat()
  const { goods, tiers, departure, lastDate, nights } = choice
  const isHotel = goods.kind === 'hotel'
  const day = (value: string) => date(koreanDayStart(value), 'day')
  const from = choice.date === null ? '' : day(choice.date)
  const until = departure === null ? '' : day(departure)
  return (
    <>
      <Calendar
        label={isHotel ? t`Dates of your stay` : t`Day`}
        isRange={isHotel}
        tiers={tiers}
        prices={choice.prices}
        date={choice.date}
        departure={departure}
        lastDate={lastDate}
        onPress={choice.pressDate}
      />
      <div className={styles.legend}>
        <p role="status">
          {choice.date === null ? (
            isHotel ? (
              <Trans>Choose the day you arrive.</Trans>
            ) : (
              <Trans>Choose a day.</Trans>
            )
          ) : !isHotel ? (
            <b>{from}</b>
          ) : departure === null ? (
            <Trans>
              <b>{from}</b>. Now choose the day you leave.
            </Trans>
          ) : (
            <>
              <b>
                {from} – {until}
              </b>{' '}
              · <Plural value={nights} one="# night" other="# nights" />
            </>
          )}
        </p>
        {choice.date !== null && (
          <Button kind="quiet" size="small" onClick={choice.clear}>
            <Trans>Clear the selection</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

function Times({ choice }: { choice: GoodsChoice }) {
  const { t } = useLingui()
  const { time } = useFormat()
  const slots = (choice.slots ?? []).filter((slot) => slotDate(slot.priceSn) === choice.date)
  if (slots.length === 0) return null
  return (
    <div className={styles.times}>
      <Choice
        label={t`Start time (Korean time)`}
        value={choice.priceSn}
        onChange={choice.chooseTime}
        options={slots.map(({ priceSn, startsAt, left: seats, state }) => ({
          value: priceSn,
          label: time(startsAt),
          disabled: state === 'closed',
          hint: state === 'closed' ? t`Sold out` : state === 'step1' ? <OnlyLeft units={seats} /> : undefined,
        }))}
      />
    </div>
  )
}

function Count({ choice }: { choice: GoodsChoice }) {
  const { t } = useLingui()
  const { goods, option, count, countMax, offer } = choice
  const people = option?.people ?? null
  const sum = (people ?? 0) * count
  const units = offer?.left ?? 0
  const label =
    goods.kind === 'hotel'
      ? t`Rooms`
      : goods.kind === 'voucher'
        ? t`Vouchers to buy`
        : people === 1
          ? t`People`
          : t`Quantity`
  return (
    <div className={styles.count}>
      <div>
        <b>{label}</b>
        {people !== null && people > 1 && (
          <p>
            <Icon of={Users} size={16} />
            <span>
              <ForPeople people={sum} />
            </span>
          </p>
        )}
        {offer && units < QUANTITY_MAX && (
          <p className={styles.few}>
            <OnlyLeft units={units} />
          </p>
        )}
      </div>
      <Stepper label={label} value={count} min={QUANTITY_MIN} max={countMax} onChange={choice.chooseCount} />
    </div>
  )
}
